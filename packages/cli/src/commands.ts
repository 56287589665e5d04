import type { Command } from './command.ts';
import { agentsAdd } from './commands/agents-add.ts';
import { agentsList } from './commands/agents-list.ts';
import { agentsRemove } from './commands/agents-remove.ts';
import { agentsShow } from './commands/agents-show.ts';
import { approvalsApprove } from './commands/approvals-approve.ts';
import { approvalsList } from './commands/approvals-list.ts';
import { approvalsReject } from './commands/approvals-reject.ts';
import { approvalsShow } from './commands/approvals-show.ts';
import { approvalsWatch } from './commands/approvals-watch.ts';
import { auditExport } from './commands/audit-export.ts';
import { auditList } from './commands/audit-list.ts';
import { auditVerify } from './commands/audit-verify.ts';
import { chat } from './commands/chat.ts';
import { dashboard } from './commands/dashboard.ts';
import { configCheck } from './commands/config-check.ts';
import { configShow } from './commands/config-show.ts';
import { doctor } from './commands/doctor.ts';
import { keysCreate } from './commands/keys-create.ts';
import { keysList } from './commands/keys-list.ts';
import { keysRevoke } from './commands/keys-revoke.ts';
import { meshApprove } from './commands/mesh-approve.ts';
import { meshCall } from './commands/mesh-call.ts';
import { meshDrain } from './commands/mesh-drain.ts';
import { meshEvents } from './commands/mesh-events.ts';
import { meshExplain } from './commands/mesh-explain.ts';
import { meshList } from './commands/mesh-list.ts';
import { meshScaffold } from './commands/mesh-scaffold.ts';
import { meshStatus } from './commands/mesh-status.ts';
import { meshTokens } from './commands/mesh-tokens.ts';
import { modelsAdd } from './commands/models-add.ts';
import { modelsList } from './commands/models-list.ts';
import { modelsRemove } from './commands/models-remove.ts';
import { modelsShow } from './commands/models-show.ts';
import { modelsTest } from './commands/models-test.ts';
import { policiesList } from './commands/policies-list.ts';
import { policiesRemove } from './commands/policies-remove.ts';
import { policiesSet } from './commands/policies-set.ts';
import { policiesTest } from './commands/policies-test.ts';
import { profilesAdd } from './commands/profiles-add.ts';
import { profilesList } from './commands/profiles-list.ts';
import { profilesRemove } from './commands/profiles-remove.ts';
import { profilesSet } from './commands/profiles-set.ts';
import { profilesShow } from './commands/profiles-show.ts';
import { profilesTools } from './commands/profiles-tools.ts';
import { resultsShow } from './commands/results-show.ts';
import { run } from './commands/run.ts';
import { runsCancel } from './commands/runs-cancel.ts';
import { runsFollow } from './commands/runs-follow.ts';
import { runsList } from './commands/runs-list.ts';
import { runsShow } from './commands/runs-show.ts';
import { secretsRotate } from './commands/secrets-rotate.ts';
import { serversAdd } from './commands/servers-add.ts';
import { serversConnect } from './commands/servers-connect.ts';
import { serversDisable } from './commands/servers-disable.ts';
import { serversDisconnect } from './commands/servers-disconnect.ts';
import { serversEnable } from './commands/servers-enable.ts';
import { serversList } from './commands/servers-list.ts';
import { serversRemove } from './commands/servers-remove.ts';
import { serversShow } from './commands/servers-show.ts';
import { serversSync } from './commands/servers-sync.ts';
import { serversUpdate } from './commands/servers-update.ts';
import { serversVerify } from './commands/servers-verify.ts';
import { status } from './commands/status.ts';
import { stdio } from './commands/stdio.ts';
import { toolsAccept } from './commands/tools-accept.ts';
import { toolsCall } from './commands/tools-call.ts';
import { toolsList } from './commands/tools-list.ts';
import { toolsReview } from './commands/tools-review.ts';
import { toolsShow } from './commands/tools-show.ts';
import { up } from './commands/up.ts';

/** Every command, in the order that help shows. */
export const commands: readonly Command[] = [
  up,
  stdio,
  status,
  dashboard,
  doctor,
  serversList,
  serversAdd,
  serversShow,
  serversUpdate,
  serversRemove,
  serversConnect,
  serversDisconnect,
  serversEnable,
  serversDisable,
  serversVerify,
  serversSync,
  toolsList,
  toolsShow,
  toolsCall,
  approvalsList,
  approvalsShow,
  approvalsWatch,
  approvalsApprove,
  approvalsReject,
  toolsReview,
  toolsAccept,
  policiesList,
  policiesSet,
  policiesRemove,
  policiesTest,
  profilesList,
  profilesAdd,
  profilesShow,
  profilesSet,
  profilesRemove,
  profilesTools,
  modelsList,
  modelsShow,
  modelsAdd,
  modelsTest,
  modelsRemove,
  agentsList,
  agentsAdd,
  agentsShow,
  agentsRemove,
  chat,
  run,
  runsList,
  runsShow,
  runsFollow,
  runsCancel,
  resultsShow,
  auditList,
  auditExport,
  auditVerify,
  meshList,
  meshStatus,
  meshTokens,
  meshCall,
  meshExplain,
  meshEvents,
  meshApprove,
  meshDrain,
  meshScaffold,
  keysCreate,
  keysList,
  keysRevoke,
  configCheck,
  configShow,
  secretsRotate,
];

/** What the words before a subcommand are about. */
export const groups: Readonly<Record<string, string>> = {
  servers: 'The MCP servers behind the hub.',
  tools: 'What they can do.',
  approvals: 'Calls that wait for somebody to decide.',
  policies: 'Which calls are allowed, forbidden, or asked about.',
  profiles: 'Views of the tools, each with an MCP endpoint of its own.',
  models: 'Who answers when an agent is asked.',
  agents: 'Models with instructions, tools and limits.',
  runs: 'What agents were asked to do, and what came of it.',
  results: 'Answers that were too long to be shown whole.',
  mesh: 'Agents that find and call each other.',
  audit: 'What was called, by whom, and what came of it.',
  keys: 'Who may use the hub.',
  config: 'What the hub is set to.',
  secrets: 'How stored credentials are sealed.',
};
