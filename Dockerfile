# kg without the database, which runs elsewhere (docker-compose.yml): docker build --tag kg .
FROM python:3.13-slim-bookworm AS build
WORKDIR /source
COPY requirements-image.lock ./
RUN python -m venv /kg \
 && /kg/bin/python -m pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements-image.lock
COPY pyproject.toml README.md LICENSE ./
COPY kg kg
COPY cypher cypher
RUN /kg/bin/python -m pip install --no-cache-dir --disable-pip-version-check --no-deps .

FROM python:3.13-slim-bookworm
LABEL org.opencontainers.image.title="kg" \
      org.opencontainers.image.description="Graph memory for AI agents, on Neo4j" \
      org.opencontainers.image.licenses="Apache-2.0"
RUN useradd --uid 10001 --create-home --shell /usr/sbin/nologin kg \
 && install --directory --owner kg --group kg /cache
COPY --from=build /kg /kg
ENV PATH=/kg/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    KG_CACHE_DIR=/cache
USER 10001:10001
WORKDIR /home/kg
VOLUME /cache
ENTRYPOINT ["kg"]
CMD ["--help"]
