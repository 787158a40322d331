"""Text processing: embeddings, token counts, passages, cleaning, keywords, names and English parsing."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.language.acknowledgements import is_acknowledgement, is_small_talk
    from kg.language.blas_threads import on_one_blas_thread
    from kg.language.cleaning import clean_text, make_fence_safe, make_quotable, replace_surrogates
    from kg.language.clear_sentences import is_clear_quotation, is_clear_statement
    from kg.language.date_words import format_partial_date
    from kg.language.embedders import (
        create_embedder,
        embed_texts,
        embed_with_hidden_states,
        embed_with_token_states,
        encode_question,
        get_late_version,
    )
    from kg.language.english_pipeline import EnglishPipeline, bundled_pipeline, spacy_names
    from kg.language.english_texts import is_english
    from kg.language.hashing_embedder import HashingEmbedder
    from kg.language.instructions import find_instructions
    from kg.language.keywords import STOP_WORDS, escape_lucene, extract_keywords
    from kg.language.late_interaction import (
        STATE_WIDTH,
        Projection,
        best_matches,
        normalise_rows,
        select_tokens,
        unpack_states,
    )
    from kg.language.masked_accounts import mask_account
    from kg.language.minilm import MINILM_NAME, EncodedTexts, MiniLM
    from kg.language.minilm_architecture import HEADS, HIDDEN, LAYERS, PARTS, attention_bias, shapes
    from kg.language.minilm_weights import fetch_weights, load_minilm_tensors
    from kg.language.name_keys import (
        entity_id,
        fact_id,
        fold_text,
        is_given_name,
        name_key,
        name_skeleton,
        nickname_forms,
        topic_id,
        value_id,
    )
    from kg.language.name_tagger import (
        CONTEXT_UNITS,
        NAME_LABELS,
        TAGS,
        NameSpan,
        TaggerWeights,
        allowed_transitions,
        required_layers,
        save_weights,
        tag_names,
    )
    from kg.language.observation_wording import (
        MONTHS,
        distinguish_verb,
        format_task,
        is_self_contained,
        make_template,
        strip_dates,
    )
    from kg.language.passages import Passage, count_symbols, split_passages
    from kg.language.quotation_marks import quote_text
    from kg.language.role_words import is_statement, strip_role_words
    from kg.language.sentence_details import says_something_else
    from kg.language.sentences import split_quoting_sentences, split_sentences
    from kg.language.token_counting import (
        RANKS_FILE,
        TABLE_SHA256,
        create_token_counter,
        fetch_encoding,
        pack_prefix,
        parse_table,
    )
    from kg.language.tuned_minilm import pad_pieces
    from kg.language.verb_lemmas import find_lemma
    from kg.language.word_units import WordUnits, pool_states, spelling_features, split_units
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "CONTEXT_UNITS",
    "HEADS",
    "HIDDEN",
    "LAYERS",
    "MINILM_NAME",
    "MONTHS",
    "NAME_LABELS",
    "PARTS",
    "RANKS_FILE",
    "STATE_WIDTH",
    "STOP_WORDS",
    "TABLE_SHA256",
    "TAGS",
    "EncodedTexts",
    "EnglishPipeline",
    "HashingEmbedder",
    "MiniLM",
    "NameSpan",
    "Passage",
    "Projection",
    "TaggerWeights",
    "WordUnits",
    "allowed_transitions",
    "attention_bias",
    "best_matches",
    "bundled_pipeline",
    "clean_text",
    "count_symbols",
    "create_embedder",
    "create_token_counter",
    "distinguish_verb",
    "embed_texts",
    "embed_with_hidden_states",
    "embed_with_token_states",
    "encode_question",
    "entity_id",
    "escape_lucene",
    "extract_keywords",
    "fact_id",
    "fetch_encoding",
    "fetch_weights",
    "find_instructions",
    "find_lemma",
    "fold_text",
    "format_partial_date",
    "format_task",
    "get_late_version",
    "is_acknowledgement",
    "is_clear_quotation",
    "is_clear_statement",
    "is_english",
    "is_given_name",
    "is_self_contained",
    "is_small_talk",
    "is_statement",
    "load_minilm_tensors",
    "make_fence_safe",
    "make_quotable",
    "make_template",
    "mask_account",
    "name_key",
    "name_skeleton",
    "nickname_forms",
    "normalise_rows",
    "on_one_blas_thread",
    "pack_prefix",
    "pad_pieces",
    "parse_table",
    "pool_states",
    "quote_text",
    "replace_surrogates",
    "required_layers",
    "save_weights",
    "says_something_else",
    "select_tokens",
    "shapes",
    "spacy_names",
    "spelling_features",
    "split_passages",
    "split_quoting_sentences",
    "split_sentences",
    "split_units",
    "strip_dates",
    "strip_role_words",
    "tag_names",
    "topic_id",
    "unpack_states",
    "value_id",
]
