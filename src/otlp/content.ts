import type { Encoding } from './decode.js';
import type { Headers } from './intake.js';
import { Refused } from './refused.js';

/** Charsets that are UTF-8 or a part of it. */
const UTF8 = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/** The media type in lower case, without its parameters. */
function mediaType(header: string): string {
  return header.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function charset(header: string): string {
  const [, value = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(header) ?? [];
  return value.toLowerCase();
}

/** The encoding that a request says it is in; undefined where it is none of OTLP's. */
export function encodingOf(headers: Headers): Encoding | undefined {
  const header = single(headers['content-type']);
  const type = mediaType(header);
  if (type === 'application/x-protobuf') return 'protobuf';
  return type === 'application/json' && UTF8.has(charset(header)) ? 'json' : undefined;
}

/** Whether the body is compressed; throws where it is by anything but gzip. */
export function isGzip(header: string | string[] | undefined): boolean {
  const coding = single(header).trim().toLowerCase();
  if (coding === 'gzip' || coding === 'x-gzip') return true;
  if (coding === '' || coding === 'identity') return false;
  throw new Refused('unknown encoding', 'body is compressed by something else than gzip');
}

function single(header: string | string[] | undefined): string {
  return (Array.isArray(header) ? header.join(',') : header) ?? '';
}
