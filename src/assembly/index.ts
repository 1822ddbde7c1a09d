export type { AgentRun } from './agents.js';
export { type Added, type Assembly, createAssembly, type Moved, type PlacedFrame } from './assembly.js';
