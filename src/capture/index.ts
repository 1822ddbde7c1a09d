export { type CaptureMode, createSealer, type Sealer, type SealerOptions } from './sealer.js';
