import { killMidCall } from './rows/a01-kill-mid-call.ts';
import { killWrapper } from './rows/a02-wrapper.ts';
import { stopDeafServer } from './rows/a03-deaf-server.ts';
import { killHub } from './rows/a04-kill-hub.ts';
import { stopHubMidCalls } from './rows/a05-sigterm.ts';
import { httpMatrix } from './rows/a06-http-matrix.ts';
import { cutStream } from './rows/a07-cut-stream.ts';
import { ledger } from './rows/a08-ledger.ts';
import { oneOfTen } from './rows/a09-one-of-ten.ts';
import { flapping } from './rows/a10-flapping.ts';
import { misbehavingStdio } from './rows/a11-misbehaving-stdio.ts';
import { bulkhead } from './rows/a12-bulkhead.ts';
import { listChangedStorm } from './rows/a13-list-changed.ts';
import { manyClients } from './rows/a14-many-clients.ts';
import { healOnNextCall } from './rows/heal.ts';
import type { Row } from './support/figure.ts';

/** In the order in which they run. */
export const rows = {
  A1: killMidCall,
  A2: killWrapper,
  A3: stopDeafServer,
  A4: killHub,
  A5: stopHubMidCalls,
  A6: httpMatrix,
  A7: cutStream,
  A8: ledger,
  A9: oneOfTen,
  A10: flapping,
  A11: misbehavingStdio,
  A12: bulkhead,
  A13: listChangedStorm,
  A14: manyClients,
  HEAL: healOnNextCall,
} as const satisfies Readonly<Record<string, Row>>;
