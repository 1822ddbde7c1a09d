/** Instrumentation scope of every span that the hook starts. */
export const NAME = 'refrain/hook';
/** Version of the hook, as in package.json; a test compares them. */
export const VERSION = '0.1.0';
