import { showLine, type ApprovalView } from '@patchbay/contracts';
import { approvals as words } from '../../texts/approvals.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toasts } from '../../ui/toasts.tsx';
import { Decide } from './decide.tsx';
import { ExactArguments, Question } from './question.tsx';
import { useDecision } from './use-decision.ts';

/** The whole question, over whatever page it came up on. */
export function ApprovalDialog({
  approval,
  onClose,
}: {
  readonly approval: ApprovalView;
  readonly onClose: () => void;
}) {
  const decision = useDecision(approval, (message) => {
    toasts.say(message);
    onClose();
  });
  return (
    <Dialog
      title={words.dialog(`${approval.serverId}.${showLine(approval.toolName)}`)}
      onClose={onClose}
      wide
    >
      <div className="-m-4">
        <Question approval={approval} />
        <ExactArguments approval={approval} />
        <Decide approval={approval} decision={decision} />
      </div>
    </Dialog>
  );
}
