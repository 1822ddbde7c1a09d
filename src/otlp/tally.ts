/** What a body held: the good records, how many were refused, and why in sentences that name the place. */
export interface Decoded<T> {
  readonly records: T[];
  /** Records refused. A record that was kept with a change has a reason too, but does not count here. */
  readonly rejected: number;
  readonly reasons: string[];
  /** Estimated heap bytes of the records, for whoever bounds memory. */
  readonly weight: number;
}

/** JSON names of the three levels, for example `resourceSpans`, `scopeSpans`, `spans`. */
export type Levels = readonly [resource: string, scope: string, record: string];

/** Enough to find the fault in an instrumentation, few enough that an answer stays small however bad the request is. */
const MAX_REASONS = 10;

/** Keeps the books while a body is read: where reading stands, which records are kept, and what is wrong with others. */
export class Tally<T extends object> {
  /** What was changed in the record, resource or scope that is being read. */
  readonly notes: string[] = [];
  private readonly records: T[] = [];
  private readonly said: string[] = [];
  private rejected = 0;
  private unsaid = 0;
  private resource = 0;
  private scope = 0;

  constructor(private readonly levels: Levels) {}

  /** Reading enters this resource. */
  enterResource(index: number): void {
    this.resource = index;
  }

  /** Reading enters this scope of the resource. */
  enterScope(index: number): void {
    this.scope = index;
  }

  /** Takes a record, or the sentence why it is refused. */
  settle(index: number, record: T | string): void {
    if (typeof record !== 'string') {
      this.records.push(record);
      if (this.notes.length > 0) this.tell(`${this.scopePlace()}.${this.levels[2]}[${index}]`);
      return;
    }
    this.rejected++;
    this.notes.length = 0;
    this.say(() => `${this.scopePlace()}.${this.levels[2]}[${index}]: ${record}; rejected`);
  }

  /** Tells what was changed in the resource. */
  settleResource(): void {
    if (this.notes.length > 0) this.tell(`${this.resourcePlace()}.resource`);
  }

  /** Tells what was changed in the scope. */
  settleScope(): void {
    if (this.notes.length > 0) this.tell(`${this.scopePlace()}.scope`);
  }

  /** Tells what was changed in the body as a whole. */
  settleBody(): void {
    if (this.notes.length > 0) this.tell('body');
  }

  /** The books closed. */
  decoded(weight: number): Decoded<T> {
    const rest = this.unsaid === 0 ? [] : [`and ${this.unsaid} more`];
    return { records: this.records, rejected: this.rejected, reasons: [...this.said, ...rest], weight };
  }

  private tell(place: string): void {
    for (const note of this.notes) this.say(() => `${place}: ${note}`);
    this.notes.length = 0;
  }

  private say(sentence: () => string): void {
    if (this.said.length < MAX_REASONS) this.said.push(sentence());
    else this.unsaid++;
  }

  /** Where the resource stands. */
  resourcePlace(): string {
    return `${this.levels[0]}[${this.resource}]`;
  }

  /** Where the scope stands. */
  scopePlace(): string {
    return `${this.resourcePlace()}.${this.levels[1]}[${this.scope}]`;
  }
}
