/**
 * Every behaviour that the product owes, by id. A test that shows one carries the id in its title, as in
 * `it('loses nothing at a restart [A-31]', …)`; requirements.test.ts fails for a row that nobody shows.
 */
export const requirements = {
  'A-01':
    'Server record: `id` UUID string auto; `name` unique identifier; `description` null; `transportType`; `config` map default `{}`; `version` null (handshake default `"1.0.0"`); `autoConnect` default false; `createdAt`, `updatedAt`',
  'A-02': '`transportType` ∈ STDIO, SSE, HTTP',
  'A-03': 'STDIO config: `command` string required, `args` string list optional',
  'A-04': 'SSE config: `url` required',
  'A-05': 'HTTP (Streamable): `HTTP` and a `url` connect to a Streamable HTTP server',
  'A-06': 'Status enum PENDING, CONNECTING, CONNECTED, DISCONNECTED, FAILED, DISABLED',
  'A-07':
    'Transitions: register→PENDING; connect→CONNECTING→CONNECTED or FAILED; FAILED→[auto-reconnect]→CONNECTED; disconnect→DISCONNECTED; ensureConnected: FAILED/DISCONNECTED→CONNECTED',
  'A-08': '`connect` on unknown server returns false; `getStatus` of unknown returns null',
  'A-10':
    'Operations: register, unregister (disconnect + remove from store), connect→bool, disconnect, all tools, tools of one server, list, status, ensureConnected→bool, initializeFromStore',
  'A-11': 'Connection timeout default 30,000 ms (request + initialise)',
  'A-12': 'Store optional; runtime map is the fallback when none',
  'A-13':
    'Per-server mutex: connect/disconnect of one server never overlap; different servers run in parallel',
  'A-14':
    'register: allowlist check (reject when `allowedServerNames` non-empty and name absent), save, status PENDING, persist if store present, skip persist if already stored',
  'A-15': 'Empty allowlist = allow all',
  'A-16': 'connect: lock → CONNECTING → transport → `initialize` → `tools/list` cached → CONNECTED → unlock',
  'A-17':
    'All-tools view: sorted-server-name iteration, first callback per name kept, duplicates dropped, warning once per kept/dropped pair',
  'A-18': 'Alternative of a flat list with duplicates: not offered, every name in a list is unique',
  'A-19': 'All-tools served from cache, no network per call',
  'A-20': 'disconnect: graceful close; on failure forced close; tool cache removed; DISCONNECTED',
  'A-21': 'unregister: disconnect if connected; remove runtime server, status, mutex; delete from store',
  'A-22': 'initializeFromStore: load all, register into runtime, connect those with `autoConnect=true`',
  'A-23':
    'Tool wrapper: name, description (null→`""`), input schema as JSON string, null schema → `{"type":"object","properties":{}}`',
  'A-24':
    'Result rendering: content parts joined with `\\n`; text as is; image → `[Image: <mime>]`; embedded resource → `[Resource: <uri>]`; anything else → its string form',
  'A-25':
    'Collection order: local tools first, then selected callbacks, cut to `maxToolsPerRequest`; optional `toolSelector(prompt, all)`',
  'A-26': 'Tool list evaluated per request: adding/removing a server is seen by the next request',
  'A-30':
    '`mcp.security.allowed-server-names` default `[]`; `mcp.security.max-tool-output-length` default 50000',
  'A-31':
    'In-memory store default (lost on restart); PostgreSQL store replaces it when a database is configured',
  'A-32': 'Store API: list, findByName, save, update(name)→null when absent, delete',
  'A-33':
    "Table `mcp_servers`: id varchar36 PK; name varchar100 not null unique (`idx_mcp_servers_name`); description varchar500; transport_type varchar20; config TEXT default `'{}'`; version varchar50; auto_connect bool default false; created_at/updated_at default now (decided: `id` UUID, `name` ≤ 64, `title` ≤ 255, `description` ≤ 500, the lock column is `revision`)",
  'A-34':
    'YAML `mcp.servers[]` {name req, transport default SSE, url, command, args [], description, auto-connect default true}',
  'A-35':
    'YAML seeding runs before store init; blank name skipped; existing store name skipped (REST edits survive restart)',
  'A-36': 'Programmatic registration (library) with explicit close on shutdown',
  'A-37': 'Startup hook fires on application-ready',
  'A-40': '`GET /api/mcp/servers` lists all with status',
  'A-41':
    '`POST /api/mcp/servers` registers and auto-connects; 201; body `{id,name,transportType,autoConnect,status,toolCount,createdAt,updatedAt}` with epoch-milliseconds (decided: times are ISO 8601, answers may carry more keys)',
  'A-42':
    '`GET /{name}` → `{id,name,transportType,config,autoConnect,status,tools:[names],createdAt,updatedAt}` (decided: times are ISO 8601, answers may carry more keys)',
  'A-43': '`PUT /{name}` updates config',
  'A-44': '`DELETE /{name}` disconnect + remove',
  'A-45': '`POST /{name}/connect`, `POST /{name}/disconnect` (keeps config, can reconnect later)',
  'A-46':
    'Auth: admin for all rows and authentication always required (decided: roles; a viewer reads, without a key 401)',
  'A-47':
    'Auth variant: GETs need read, writes need admin, only when auth enabled (decided: roles; authentication cannot be switched off)',
  'A-48': 'Default port in all examples 8080',
  'A-50': 'Defaults: enabled true; max-attempts 5; initial-delay 5000 ms; multiplier 2.0; max-delay 60000 ms',
  'A-51': 'delay(n)=min(initial·mult^(n−1), max) → 5,10,20,40,60 s; jitter ±25 %',
  'A-52': 'Scheduled on connect failure; skipped if disabled; never two tasks per server',
  'A-53': 'Before each attempt: exit if server unregistered or already connected',
  'A-54':
    'Success → exit; all attempts exhausted → warning, give up (FAILED) (decided: a slow probe goes on after the last attempt)',
  'A-55': "One server's reconnect failure does not affect another's",
  'A-56':
    'ensureConnected before a tool call: one synchronous reconnect; true if CONNECTED; false if reconnection disabled, status PENDING/CONNECTING, or it fails (decided: with `startup: lazy` the first call connects a PENDING server)',
  'A-57':
    'close(): cancel reconnection scope first, clear set, disconnect every client without taking mutexes, clear maps; automatic at app shutdown',
  'A-58': 'Limitation: HTTP unsupported',
  'A-59': 'Limitation: synchronous client may block',
  'A-60': 'Limitation: tools loaded once per connection',
  'A-61': 'Limitation: images become placeholders',
  'B-01':
    'Tools, resources and prompts from external servers; transports SSE and STREAMABLE_HTTP (overview also names stdio)',
  'B-02': 'Session registry: lazy initialise; same serverId → same client instance',
  'B-03':
    'Session states INITIALIZING → ACTIVE → ERROR / CLOSED; holder has serverId, state, client, createdAt, lastAccessedAt',
  'B-04':
    'Init flow: cache check → holder INITIALIZING → load config → decrypt API key → transport → client → `initialize` → ACTIVE; on error ERROR and removed from cache',
  'B-05': 'Idle timeout 30 min since last access',
  'B-06': 'Idle cleanup every 5 min (fixed delay 300,000 ms)',
  'B-07': 'closeSession(id), closeAllSessions() at shutdown',
  'B-08':
    'Known issue: concurrent callers during a failing init may wait for ever; fix = one shared cached initialisation',
  'B-09': 'Known issue: failed sessions leak in the map; fix = health check in cleanup',
  'B-10': 'Client ops: listTools, listResources, listPrompts, callTool, getServerCapabilities',
  'B-11': '15 s timeout per operation; 10 s initialise timeout',
  'B-12': 'Capability not supported by server → empty list, not an error',
  'B-13': 'Connection errors propagate as McpClientException',
  'B-20':
    'listServers, getServer, createOrUpdate (upsert), update, deleteServer, verifyConnection, syncCapabilities, updateServerStatus',
  'B-21':
    'Capabilities fetched on creation/connection, stored as JSON: tools `[{name,description,inputSchema}]`, resources `[{uri,name}]`, prompts `[{name,arguments}]`; `last_synced_at` set',
  'B-22': 'Background refresh every 5 min; manual `POST …/sync`',
  'B-23': 'Optimistic locking by `version`; automatic retry 3 attempts',
  'B-24':
    'Tool context: only servers with status CONNECTED and a tools cache; read from cache, never from the network',
  'B-25':
    'OpenAI form: `{"tools":[{"type":"function","function":{"name","description","parameters"}}]}` with `parameters` = inputSchema; bare tool names (decided: `server__tool` names, bare ones on request)',
  'B-26':
    'Scheduler: every 5 min over CONNECTED servers; failures isolated; failed server → status ERROR; whole batch limited to 2 min; successes and errors logged (decided: FAILED, not ERROR)',
  'B-30': 'Policies ALWAYS_ALLOW, ALWAYS_DENY, ASK_USER; default (no row) = ASK_USER',
  'B-31': 'requiresApproval / getPolicy / setPolicy / removePolicy (revert to default)',
  'B-32':
    'ASK_USER in a stream: SSE `event: approval_required`, data has approvalRequestId (UUID), serverId, toolName, arguments; stream waits',
  'B-33':
    '`POST /api/responses/approval/{id}` with decision resumes (approve → executes; deny → denied result)',
  'B-34': 'Auto-approved tools execute at once; ALWAYS_DENY never reaches the server',
  'B-35': 'UI: modal with tool details, Approve/Deny',
  'B-40':
    '`GET /api/mcp/servers` → `[{serverId,name,baseUrl,transport,status,syncStatus,lastSyncedAt,lastUpdated}]`, ISO-8601 Z',
  'B-41':
    '`POST /api/mcp/servers` create/update `{serverId?,name,baseUrl,apiKey,transport}` → 200, `status:"IDLE"`; `serverId` may be null (test in seed) → generated (decided: 201 and the six states)',
  'B-42':
    '`POST /{serverId}/verify` → `{serverId,status:"CONNECTED",serverVersion,capabilities:{tools,resources,prompts}}` booleans',
  'B-43':
    '`POST /{serverId}/sync` → `{serverId,syncStatus:"SYNCED",lastSyncedAt,toolCount,resourceCount,promptCount}`',
  'B-44':
    '`GET /{serverId}/capabilities` → `{tools:[{name,description,inputSchema}],resources:[{uri,name,mimeType}],prompts:[],serverInfo:{name,version}}`',
  'B-45': '`POST /api/mcp/tools/execute` `{serverId,toolName,arguments}` → `{content:[{type,text}],isError}`',
  'B-46': '`GET /api/mcp/approval-policies` → `[{serverId,toolName,policy}]`',
  'B-47': '`PUT /api/mcp/approval-policies` `{serverId,toolName,policy}` → 200',
  'B-48': 'GET/PUT/DELETE of one server (service API; routes implied)',
  'B-50':
    '`mcp_servers`: server_id varchar64 unique, name 255, base_url 512, api_key 1024 encrypted, transport 20 (SSE, STREAMABLE_HTTP), status 20 (IDLE, CONNECTING, CONNECTED, ERROR), version bigint 0, three cache TEXT columns, last_synced_at, sync_status default NEVER_SYNCED, client_metadata JSON, last_updated not null; indexes on status and sync_status (decided: one table for both seeds; `name` ≤ 64, `title` ≤ 255, credentials sealed, the lock column is `revision`)',
  'B-51': 'sync_status values: NEVER_SYNCED, SYNCED (seed); origin also SYNCING, SYNC_FAILED',
  'B-52':
    '`tool_approval_policies`: server_id 64, tool_name 255, policy 20, UNIQUE(server_id,tool_name), index',
  'B-53':
    'Config: `mcp.initialization-timeout=10s`, `mcp.operation-timeout=15s`, `mcp.idle-timeout=30m`, `mcp.scheduler.sync-interval=5m`, `mcp.cache.ttl=5m`, `encryption.master-password=${ENCRYPTION_MASTER_PASSWORD}`',
  'B-60':
    'Errors: McpClientException ⊃ McpConnectionException, McpTimeoutException, McpProtocolException, McpAuthenticationException',
  'B-61': 'Error body `{error:"MCP_CONNECTION_FAILED",message,serverId,timestamp}`',
  'B-62':
    'Tests named: same client cached; initialise timeout; idle sessions closed; list tools; create server returns 200 with name (decided: 201 and the six states)',
  'B-70': 'No circuit breaker → add',
  'B-71': 'Add in-memory cache over DB cache',
  'B-72': 'Metrics: tool latency, session lifecycle, alert on high error rate',
  'B-73': 'Health checks: periodic ping, auto-reconnect',
  'B-74': 'Contributing rules: cache schema change needs migration + DTO + tests + docs',
  'C-01':
    'The function registered with the MCP server is a wrapper whose identity never changes; dependency updates mutate its state; no re-registration',
  'C-02': 'Composite key `"<funcId>:dep_<i>"`; parse with the last `":dep_"`; unknown funcId ignored',
  'C-03':
    'Array storage indexed by declaration order; the same capability may appear several times with different tags',
  'C-04':
    '`updateDependency(index, proxy)` callable by heartbeat without knowing wrapper internals; atomic w.r.t. concurrent calls',
  'C-05': 'Call time: only reads the array, no lookup ("fast path")',
  'C-06':
    "Injected parameters (McpMeshTool, MeshLlmAgent) hidden from `properties` and `required` of the tool's input schema",
  'C-07': 'Detection purely by type, including optional/union types, not by annotation',
  'C-08': 'Schema: `{type:"object",properties,required}` from annotated params with their `required` flag',
  'C-09':
    'MCP server info = agent name/version; capability `tools`; tool registered under the capability name with description+schema (decided: the function name is registered, the capability answers as an alias)',
  'C-10': 'Arguments converted to declared types before the call',
  'C-20':
    'Heartbeat: HEAD to registry; on topology change POST full payload; response carries resolved dependencies; DEPENDENCY_RESOLVED → create/obtain proxy → update wrapper slot',
  'C-21': 'Default heartbeat interval 5 s',
  'C-22':
    'Stateless MCP at `/mcp` (and `/mcp/*`): a bare POST `tools/list` without initialise or session works and answers `application/json`',
  'C-23': 'SSE (session) endpoint refuses a bare POST ("Session ID missing in message endpoint")',
  'C-24': 'Stateless server keeps no session state, cannot push; scales horizontally without stickiness',
  'C-25':
    'Tool exceptions: unwrapped cause; result `"Error: <msg>"`, isError true; access problem `"Access error: <msg>"`',
  'C-26':
    'Async results awaited up to 30 s (configurable): `"Timeout waiting for async result"`; failure `"Async error: <msg>"`; isError true',
  'C-27':
    'Null dependency: option A result `"Dependency not available: <name>"` isError true; option B optional parameter lets the tool handle it',
  'C-28': 'Proxy cache key `endpoint + ":" + functionName`; reuse; `invalidateProxy` on topology change',
  'C-29':
    'MeshLlmAgent injected by type next to `@MeshLlm(provider, filter=Selector(capability))`; `llm.generate(message)`; one wrapper serves both kinds',
  'C-30':
    'PENDING: LLM_TOOLS_AVAILABLE handling; VERIFY: proxy invalidation; PENDING: unit/integration/dep-flow/degradation tests; VERIFY `-parameters`',
  'C-40':
    'Precedence ENV > code param > default; `http_host` with no value → auto-detected external IP (UDP-connect trick), fallback `localhost`',
  'C-41':
    'Keys: http_host `MCP_MESH_HTTP_HOST`; http_port `MCP_MESH_HTTP_PORT`; registry_url `MCP_MESH_REGISTRY_URL`; namespace `MCP_MESH_NAMESPACE` (default `default`); agent_name `MCP_MESH_AGENT_NAME`; heartbeat_interval `MCP_MESH_HEALTH_INTERVAL` (default 5)',
  'C-42':
    'String resolve: null param = none; int resolve: −1 = none, unknown key → −1; `mesh_auto_detect_ip`',
  'C-43':
    'Runtime enum python, typescript, java; default python; optional; others rejected `agent: invalid enum value for runtime field: "x"`',
  'C-44': 'agent_id = name + UUID suffix',
  'C-45': 'CLI shows "Java" capitalised in magenta',
  'D-01':
    'One client per session (or health check); one MCP session per server id inside it; concurrency-safe',
  'D-02':
    'Initialize(ids): connect each, failures recorded `serverID→message`, logged, continue; caller decides fatality',
  'D-03': 'InitializeServer: no-op when connected; used for lazy init and recovery',
  'D-04': "ListTools cached for the client's life; ListAllTools partial",
  'D-05': 'Close, HasSession, FailedServers',
  'D-06': "Startup: all servers must initialise or the process is not ready (exit 1 in the seed's code)",
  'D-07': 'Per-session: fail-open',
  'D-10': 'Types stdio/http/sse; else `unsupported transport type: X`',
  'D-11': '`stdio transport requires command`; `HTTP transport requires url`; `SSE transport requires url`',
  'D-12': 'stdio env = parent env + overrides',
  'D-13':
    '`{{.VAR}}` in config resolved from env by the loader (literal `$` untouched) (decided: `${NAME}` and `{{.NAME}}` are expanded, `$$` is a dollar)',
  'D-14': 'HTTP/SSE: `bearer_token` → `Authorization: Bearer`; `verify_ssl` default true; `timeout` seconds',
  'D-15': 'YAML transport: type, command, args, env, url, bearer_token, verify_ssl, timeout',
  'D-20':
    'Execute: normalise → split/validate → server allowed → tool allowed → parse args → call → extract → [mask] → [summarise] → result {CallID, Name(as called), Content, IsError}',
  'D-21':
    'Tool-level failures are content with IsError, never thrown; infrastructure failures (cancel) are errors',
  'D-22': 'Prefixes: `Failed to parse tool arguments: …`; `MCP tool execution failed: …`',
  'D-23':
    'ListTools: names `server.tool`, description, schema JSON; filter applied; one server failing is skipped; none → empty',
  'D-24': 'tool filter per server; empty/absent = all',
  'D-25': 'Result text: only text parts, joined `\\n`, non-text ignored',
  'D-26': 'ToolExecutor has Close(); stub no-op',
  'D-30': 'trim; empty/whitespace → `{}`',
  'D-31':
    'JSON object → as is; JSON array/string → `{"input":v}`. Seed quick-rejects unless first char is `{ [ "`; origin later also accepts digits, `-`, t, f, n (so `42`→`{"input":42}`, `null`→`{"input":null}`)',
  'D-32': 'YAML accepted only if some value is an array or map',
  'D-33':
    'key: value / key=value split on commas and newlines; any bad part rejects the whole; keys have no spaces',
  'D-34': 'fallback `{"input": raw}`',
  'D-35':
    'coercion: true/false any case; null/none any case → null; int; float; else string (origin: NaN/Inf stay strings)',
  'D-40':
    '`a__b`→`a.b` only when no dot present and only the first `__` (decided: the first separator splits)',
  'D-41':
    "regex `^([\\w][\\w-]*)\\.([\\w][\\w-]*)$`; error `invalid tool name \"x\": must be in 'server.tool' format (e.g., 'kubernetes-server.get_pods')` (decided: a name without a separator is looked up as a bare name)",
  'D-42': '`MCP server "x" is not available for this execution. Available servers: a, b`',
  'D-43': '`tool "t" is not available on server "s". Available tools: …`',
  'D-44': 'Function-calling models get `.`→`__` (first) on the way out, reversed on the way in',
  'D-50': 'Classes NoRetry, RetrySameSession (rate limit), RetryNewSession',
  'D-51':
    'cancel/deadline → NoRetry; network timeout → NoRetry; other network error → RetryNewSession; JSON-RPC error → NoRetry; connection-level → RetryNewSession; unknown → NoRetry',
  'D-52': 'MaxRetries 1; backoff random 250–750 ms; ReinitTimeout 10 s; OperationTimeout 60 s',
  'D-53': 'Session recreation under a per-server mutex',
  'D-54': 'Subprocess killed mid-call → session recreated, retried',
  'D-55': 'Timeouts: init 30 s, list_tools 10 s, call_tool 60 s, health ping 5 s, health interval 15 s',
  'D-60': 'Factory creates clients and fully wired executors per session; partial failure cleaned up',
  'D-61': 'Executor creation failure → stub executor, session still runs (no tools)',
  'D-62': 'Executor closed after execution',
  'D-70':
    'Health monitor: own client; per server every 15 s: has session? list_tools(5 s) ok → cache+healthy; fail/none → reinitialise → list or mark unhealthy with warning (decided: the monitor asks the supervisor instead of a client of its own)',
  'D-71':
    'Status {ServerID, Healthy, Error, LastCheck, ToolCount}; GetStatuses, GetCachedTools, IsHealthy (all), Warnings; Start/Stop',
  'D-72':
    'Cached tools serve `GET /api/v1/mcp/tools` (decided: `/api/v1/mcp/tools` is an alias of `/api/mcp/tools`)',
  'D-73': 'Warnings exposed for `/health` and dashboard',
  'D-80':
    'Prompt section when servers failed: `## Unavailable MCP Servers` / `The following servers failed to initialize and their tools are NOT available:` / `- id: err` / `Do not attempt to use tools from these servers.`',
  'D-90':
    'Deferred 4.2: masking service (compiled regexes), K8s Secret masker, applied after the call, alert payload sanitisation ("required before production use")',
  'D-91':
    'Deferred 4.3: LLM summarisation, per-alert MCP selection override, streamed tool output (`stream.chunk`), health → system warnings',
  'D-92':
    'Tests listed: params, router, recovery, transport, executor, health; stdio subprocess; in-process HTTP; full flow; kill subprocess mid-call; mock MCP server with configurable tools; real servers behind a tag',
} as const;

export type RequirementId = keyof typeof requirements;
