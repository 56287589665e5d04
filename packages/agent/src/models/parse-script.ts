import { fail, modelScriptSchema, parseExplained, toProblems, type ModelScript } from '@patchbay/contracts';
import { parse, YAMLParseError } from 'yaml';

/** A script as people write it, in YAML. */
export function parseScript(text: string): ModelScript {
  const parsed = parseExplained(modelScriptSchema, readYaml(text));
  if (parsed.success) return parsed.data;
  throw fail('SCRIPT_INVALID', { problems: toProblems(parsed.issues) });
}

function readYaml(text: string): unknown {
  try {
    return parse(text, { schema: 'core', maxAliasCount: 0 });
  } catch (error) {
    if (!(error instanceof YAMLParseError) && !(error instanceof ReferenceError)) throw error;
    throw fail('SCRIPT_INVALID', { problems: [{ path: '', message: error.message }] }, error);
  }
}
