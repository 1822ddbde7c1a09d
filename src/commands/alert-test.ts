import { addressOf, type Receiver } from '../alerts/alerter.js';
import { alertsOf, linksUnder, webhookBody } from '../alerts/payload.js';
import { post } from '../alerts/send.js';
import { readConfig } from '../config.js';
import type { Finding } from '../model/finding.js';

/** `refrain alert test`: sends one made-up finding to each receiver; exit 0 all took it, 1 one did not, 2 none is set. */
export async function alertTestCommand(env: NodeJS.ProcessEnv): Promise<number> {
  const { webhookUrl, alertmanagerUrl, publicUrl } = readConfig(env);
  const receivers: Receiver[] = [
    ...(webhookUrl === undefined ? [] : [{ name: 'webhook' as const, url: webhookUrl }]),
    ...(alertmanagerUrl === undefined ? [] : [{ name: 'alertmanager' as const, url: alertmanagerUrl }]),
  ];
  if (receivers.length === 0) {
    process.stderr.write('no receiver is set; set REFRAIN_WEBHOOK_URL or REFRAIN_ALERTMANAGER_URL\n');
    return 2;
  }
  const sent = await Promise.all(receivers.map((receiver) => sendTest(receiver, publicUrl)));
  return sent.every(Boolean) ? 0 : 1;
}

async function sendTest(receiver: Receiver, publicUrl: string | undefined): Promise<boolean> {
  const now = Date.now();
  const finding = testFinding(now);
  const linkTo = linksUnder(publicUrl);
  const body =
    receiver.name === 'webhook' ? webhookBody([finding], linkTo) : JSON.stringify(alertsOf([finding], linkTo, now));
  const delivery = await post(addressOf(receiver), body, now);
  process.stdout.write(
    `${receiver.name}: ${delivery.result === 'sent' ? 'took it' : `did not take it (${delivery.why})`}\n`,
  );
  return delivery.result === 'sent';
}

/** Made up, and says so wherever it arrives. */
function testFinding(nowMs: number): Finding {
  return {
    ...{
      id: 'test',
      project: 'default',
      detector: 'test',
      scope: 'session',
      session: 'test',
      agent: undefined,
      tool: 'test',
    },
    ...{ about: 'test', episode: '', severity: 'warning', state: 'open', source: 'declared', calls: [], callCount: 0 },
    ...{
      wastedCalls: [],
      firstMs: nowMs,
      lastMs: nowMs,
      wasted: { calls: 0, seconds: 0, tokens: undefined },
      data: {},
    },
    message: 'This is a test of Refrain. Nothing is wrong.',
    recovery: 'Nothing to do.',
  };
}
