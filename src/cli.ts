#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { ConfigFault } from './config.js';
import { RefrainError } from './errors.js';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const program = new Command('refrain')
  .description(
    'Finds the tool calls an agent should have refrained from making, says why, and says who should fix what.',
  )
  .version(version)
  .showHelpAfterError('(refrain --help lists the commands)')
  .configureHelp({ showGlobalOptions: true });

const settingsOption = new Option('--config <file>', 'YAML or JSON file with tool overrides and thresholds').env(
  'REFRAIN_CONFIG',
);

program
  .command('serve', { isDefault: false })
  .description('start the collector: OTLP in, findings out')
  .action(async () => (await import('./commands/serve.js')).serveCommand());

program
  .command('demo')
  .description('start the collector and let an agent misbehave against real MCP servers')
  .option('--exit', 'stop after the findings instead of serving on')
  .option('--storm', 'fifty agents, one upstream that starts failing, and the alert that arrives')
  .action(async (options) => {
    const { demoCommand, stormCommand } = await import('./commands/demo.js');
    await finish(options.storm ? stormCommand(options) : demoCommand(options));
  });

program
  .command('analyze')
  .description('find pathologies in OTLP files, without server or database')
  .argument(
    '<files...>',
    'OTLP/JSON (one document, or one request per line), OTLP protobuf, gzip of either; - is standard input',
  )
  .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json', 'jsonl']).default('text'))
  .option('--findings <file>', 'write findings as JSON lines')
  .option('--calls <file>', 'write calls as JSON lines')
  .addOption(settingsOption)
  .action(async (files, options) => {
    const { analyzeCommand } = await import('./commands/analyze.js');
    const { loadSettings } = await import('./settings-file.js');
    await finish(analyzeCommand(files, options, await loadSettings(options.config)));
  });

program
  .command('check')
  .description('the same for a build: exit 1 on findings at or above --fail-on')
  .argument('<files...>', 'OTLP recordings, as for analyze')
  .addOption(
    new Option('--format <format>', 'how to print')
      .choices(['text', 'json', 'markdown', 'junit', 'sarif'])
      .default('text'),
  )
  .option('--fail-on <what>', 'a severity (info, warning, critical) or detector ids, separated by commas', 'warning')
  .option('--baseline <file>', 'accept the findings listed in this file')
  .option('--write-baseline <file>', 'write the findings of this run as the baseline')
  .addOption(settingsOption)
  .action(async (files, options) => {
    const { checkCommand } = await import('./commands/check.js');
    const { loadSettings } = await import('./settings-file.js');
    await finish(checkCommand(files, options, await loadSettings(options.config)));
  });

program
  .command('replay')
  .description('run recorded sessions through the guard: what it would have saved, and what it would have cost')
  .argument('[files...]', 'OTLP recordings, as for analyze; none: ask a running service')
  .option('--guard', 'replay the guard (the only replay there is; named so that the command reads well)')
  .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
  .option('--url <url>', 'where the service is, when no files are given')
  .option('--since <time>', 'of the service: 30m, 6h, 7d or a point in time', '1h')
  .addOption(settingsOption)
  .action(async (files, options) => {
    const { replayCommand, replayService } = await import('./commands/replay.js');
    if (files.length === 0) return finish(replayService(options));
    const { loadSettings } = await import('./settings-file.js');
    await finish(replayCommand(files, options, await loadSettings(options.config)));
  });

program
  .command('score')
  .description('score card per tool: which errors say too little, and what to return instead')
  .argument('[files...]', 'OTLP recordings, as for analyze; none: ask a running service')
  .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
  .option('--url <url>', 'where the service is, when no files are given')
  .option('--since <time>', 'of the service: 30m, 6h, 7d or a point in time', '1h')
  .addOption(settingsOption)
  .action(async (files, options) => {
    const { scoreCommand, scoreService } = await import('./commands/score.js');
    if (files.length === 0) return finish(scoreService(options));
    const { loadSettings } = await import('./settings-file.js');
    await finish(scoreCommand(files, options, await loadSettings(options.config)));
  });

program
  .command('doctor')
  .description('what the data leaves out, which detectors that silences, and which setting brings it')
  .argument('[files...]', 'OTLP recordings, as for analyze; none: ask a running service')
  .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
  .option('--url <url>', 'where the service is, when no files are given')
  .addOption(settingsOption)
  .action(async (files, options) => {
    const { doctorCommand, doctorService } = await import('./commands/doctor.js');
    if (files.length === 0) return finish(doctorService(options));
    const { loadSettings } = await import('./settings-file.js');
    await finish(doctorCommand(files, options, await loadSettings(options.config)));
  });

program
  .command('report')
  .description('the overview of a running service, in the shell')
  .option('--url <url>', 'where the service is (default: REFRAIN_ENDPOINT, else http://127.0.0.1:4318)')
  .option('--since <time>', '30m, 6h, 7d or a point in time', '1h')
  .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
  .action(async (options) => finish((await import('./commands/report.js')).reportCommand(options)));

program
  .command('watch')
  .description('follow the findings of a running service')
  .option('--url <url>', 'where the service is (default: REFRAIN_ENDPOINT, else http://127.0.0.1:4318)')
  .addOption(new Option('--format <format>', 'how to print').choices(['text', 'jsonl']).default('text'))
  .action(async (options) => finish((await import('./commands/watch.js')).watchCommand(options)));

program
  .command('alert')
  .description('alerts without Grafana: REFRAIN_WEBHOOK_URL, REFRAIN_ALERTMANAGER_URL')
  .command('test')
  .description('send one made-up finding to each receiver')
  .action(async () => finish((await import('./commands/alert-test.js')).alertTestCommand(process.env)));

const keys = program.command('keys').description('who may send to a project, and who may read it');
keys
  .command('create')
  .description('make a key; it is printed once and stored only as a hash')
  .requiredOption('--project <name>', 'whose calls; what was sent before there were keys is in project default')
  .addOption(new Option('--scope <scope>', 'what it opens').choices(['ingest', 'read']).makeOptionMandatory())
  .option('--label <text>', 'for whom, so that the list can be read')
  .action(async (options) => finish((await import('./commands/keys.js')).createKeyCommand(process.env, options)));
keys
  .command('list')
  .description('every key ever made, without its text')
  .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
  .action(async (options) => finish((await import('./commands/keys.js')).listKeysCommand(process.env, options)));
keys
  .command('revoke')
  .description('revoke a key; every process refuses it within two seconds')
  .argument('<id>', 'as the list names it')
  .action(async (id) => finish((await import('./commands/keys.js')).revokeKeyCommand(process.env, id)));

program
  .command('forget')
  .description('delete the calls, frames and findings of one session, or of every session of a user')
  .requiredOption('--project <name>', 'whose calls; default where there are no keys')
  .addOption(new Option('--session <id>', 'one session').conflicts('user'))
  .option('--user <id>', 'every session in which this user appears')
  .action(async (options) => finish((await import('./commands/forget.js')).forgetCommand(process.env, options)));

program
  .command('config')
  .description('print the settings in force, secrets masked')
  .action(async () => {
    const { describeConfig, readConfig } = await import('./config.js');
    for (const { env, value, sentence } of describeConfig(readConfig(process.env))) {
      process.stdout.write(`${env.padEnd(28)} ${value.padEnd(24)} ${sentence}\n`);
    }
  });

async function finish(result: Promise<number | undefined>): Promise<void> {
  process.exitCode = (await result) ?? 0;
}

/** A reader that closes early, as in `refrain analyze ... | head`, is not an error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  // Faults of the user's settings and input are sentences; anything else is a bug and keeps its stack.
  const isSentence =
    error instanceof ConfigFault || error instanceof RefrainError || (error instanceof Error && 'sentence' in error);
  process.stderr.write(
    `refrain: ${isSentence ? (error as Error).message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 2;
}
