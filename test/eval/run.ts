import { parseArgs } from 'node:util';
import { bySession } from '../../src/analysis.js';
import { analyseFiles } from '../../src/commands/analyze.js';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import { addReplays, replaySession } from '../../src/replay.js';
import { BASELINES } from './baselines/index.js';
import { type DataSet, readDataSets } from './labels.js';
import { plainCalls } from './plain-calls.js';
import { classTable, findingTable, replayTable } from './report.js';
import { pooled, type Said, type Score, scoreClasses, scoreFindings } from './scoring.js';

const USAGE =
  'usage: npm run eval -- <folder of data sets> [--json]\n\nScores the real path (decode, recognise, judge, assemble, detect) against labelled recordings.\n';

/** Everything measured on one data set. */
async function measure(set: DataSet) {
  const { analysis, complaints } = await analyseFiles(set.spanFiles, DEFAULT_SETTINGS);
  const said: readonly Said[] = analysis.findings;
  const calls = new Map(analysis.calls.map((call) => [call.spanId, call]));
  const classOf = (id: string) => {
    const call = calls.get(id);
    return call?.category ?? (call?.outcome === 'empty' ? 'empty' : 'unknown');
  };
  const plain = await plainCalls(set.spanFiles);
  const others = BASELINES.map(({ name, find }) => {
    const loops = plain.flatMap((session) =>
      find(session).map((ids): Said => ({ detector: 'identical-call-loop', session: session[0]?.session, calls: ids })),
    );
    return { name, scores: scoreFindings(set.name, set.labels, loops) };
  });
  const replay = addReplays(
    bySession(analysis.calls, analysis.frames).map((one) => replaySession(one.calls, one.frames, DEFAULT_SETTINGS)),
  );
  return {
    name: set.name,
    complaints: complaints.length,
    calls: analysis.calls.length,
    sessions: analysis.sessions,
    scores: scoreFindings(set.name, set.labels, said),
    classes: scoreClasses(set.name, set.classes, classOf),
    others,
    replay: { refused: replay.refused.length, regret: replay.regrets.length },
  };
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { json: { type: 'boolean' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (values.help || folder === undefined) {
    process.stdout.write(USAGE);
    return values.help ? 0 : 2;
  }
  const measured: Awaited<ReturnType<typeof measure>>[] = [];
  for (const set of readDataSets(folder)) {
    process.stderr.write(`${set.name} …\n`);
    measured.push(await measure(set));
  }
  if (values.json) process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
  else process.stdout.write(render(measured));
  return 0;
}

function render(measured: Awaited<ReturnType<typeof measure>>[]): string {
  const scores: Score[] = measured.flatMap((one) => one.scores);
  const others = BASELINES.map(({ name }) => {
    const own = measured.flatMap((one) => one.others.find((other) => other.name === name)?.scores ?? []);
    return { name, score: pooled(own).find(({ detector }) => detector === 'identical-call-loop') };
  });
  const ours = pooled(scores).find(({ detector }) => detector === 'identical-call-loop');
  return [
    findingTable(
      [...scores, ...pooled(scores)].filter((score) => score.expected + score.forbidden + score.cleanHit > 0),
    ),
    findingTable(
      [{ name: 'Refrain', score: ours }, ...others].flatMap(({ name, score }) =>
        score ? [{ ...score, dataset: name }] : [],
      ),
    ),
    classTable(measured.map(({ classes }) => classes)),
    replayTable(measured),
  ]
    .join('\n\n')
    .concat('\n');
}

process.exitCode = await main();
