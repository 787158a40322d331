import sys, json, pathlib, datetime as dt
from kg.bench.common import temporary_memory
from kg.bench.recall import read_json_lines
from kg.settings import Settings
from kg.protocols import FixedClock
out=pathlib.Path(sys.argv[1]); n=0
for f in sys.argv[2:]:
    p=pathlib.Path(f); ev=read_json_lines(p/'events.jsonl')
    def t(x):
        x=dt.datetime.fromisoformat(x); return x if x.tzinfo else x.replace(tzinfo=dt.UTC)
    last=max(t(e['ts']) for e in ev)
    with temporary_memory(Settings(),'dump',clock=FixedClock(last+dt.timedelta(minutes=1))) as m:
        m.import_files([p/'events.jsonl']); m.digest()
        facts=m.facts.list(status=None,limit=10000)
    by={}
    for x in facts:
        for s in x.sources: by.setdefault(s,[]).append(x)
    with open(out/(p.name+'.txt'),'w') as o:
        for e in ev:
            print(f"[{e['id']} {e['ts'][:16]}] {e.get('speaker_name') or e.get('speaker') or e.get('author') or e.get('role')}: {(e.get('text') or e.get('content') or '')[:900]}",file=o)
            for x in by.get(e['id'],[]):
                if x.worth is None or x.worth>=.15:
                    n+=1; print(f"      FACT ({x.kind}, {x.status}) {x.text}",file=o)
print(n)
