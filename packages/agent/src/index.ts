export { executeRun, type RunOutcome, type RunSignals } from './loop/execute-run.ts';
export type { OpenTools, RunPorts } from './loop/run-ports.ts';
export { createModel } from './models/create-model.ts';
export { parseScript } from './models/parse-script.ts';
export { createScriptedModel, type ScriptedModelOptions } from './models/scripted-model.ts';
export { createSummarise } from './summarise.ts';
