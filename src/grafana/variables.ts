import {
  CustomVariableBuilder,
  QueryVariableBuilder,
  TextBoxVariableBuilder,
  type VariableModel,
  VariableRefresh,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { ALL } from '../panels/interpolate.js';
import { VARIABLES, type Variable, type VariableName } from '../panels/variables.js';
import { DATASOURCE } from './datasource.js';

/** The choices of a page, in order. */
export function variablesOf(names: readonly VariableName[]): { build(): VariableModel }[] {
  return names.map((name) => variable(VARIABLES[name]));
}

const CHOSEN_ALL = { text: ['All'], value: [ALL] };

function variable(words: Variable): { build(): VariableModel } {
  if (words.sql) return listed(words, words.sql);
  return words.options ? fixed(words, words.options) : typed(words);
}

/** Read again when the time changes, because what can be chosen depends on it. */
function listed({ name, label, description, allValue = '' }: Variable, query: string): QueryVariableBuilder {
  return new QueryVariableBuilder(name)
    .label(label)
    .description(description)
    .datasource({ ...DATASOURCE })
    .query(query)
    .definition(query)
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .multi(true)
    .includeAll(true)
    .allValue(allValue)
    .current(CHOSEN_ALL);
}

function fixed(
  { name, label, description, allValue = '' }: Variable,
  options: readonly string[],
): CustomVariableBuilder {
  return new CustomVariableBuilder(name)
    .label(label)
    .description(description)
    .values(options.join(','))
    .multi(true)
    .includeAll(true)
    .allValue(allValue)
    .current(CHOSEN_ALL);
}

function typed({ name, label, description }: Variable): TextBoxVariableBuilder {
  return new TextBoxVariableBuilder(name)
    .label(label)
    .description(description)
    .defaultValue('')
    .current({ text: '', value: '' });
}
