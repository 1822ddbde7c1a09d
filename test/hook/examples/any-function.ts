import { flat, instrumentTool, startRefrain, withConversation } from 'refrain/hook';

startRefrain({ endpoint: 'http://localhost:4318', serviceName: 'my-agent' });

const getWeather = instrumentTool(
  'get_weather',
  async ({ city }: { city: string }) => {
    const response = await fetch(`http://localhost:9/weather/${city}`).catch((error: unknown) => flat.fromError(error));
    if (!(response instanceof Response)) return response;
    return response.ok ? flat.success(await response.json()) : flat.fromError(response);
  },
  { guard: { maxWaitMs: 100 } },
);

/** What the model reads: an answer, or an error that says what to do. */
export const answer = await withConversation('conversation-1', () => getWeather({ city: 'Oslo' }));
