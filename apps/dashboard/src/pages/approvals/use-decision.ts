import type { ApprovalView, JsonObject } from '@patchbay/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { hub } from '../../hub.ts';
import { queries } from '../../queries.ts';

/** What somebody is about to decide. What they saw goes along, so that nothing else can be meant. */
export function useDecision({ id, argsDigest, nonce }: ApprovalView, onDone: (message: string) => void) {
  const [edited, setEdited] = useState<JsonObject | undefined>();
  const [isBroken, setBroken] = useState(false);
  const [reason, setReason] = useState('');
  const [remember, setRemember] = useState(false);
  const sight = { argsDigest, nonce, remember, ...(reason !== '' && { reason }) };
  const decide = useMutation({
    mutationFn: (isAllowed: boolean) =>
      isAllowed
        ? hub.approveCall({
            params: { id },
            body: { ...sight, ...(edited && { arguments: edited as never }) },
          })
        : hub.rejectCall({ params: { id }, body: sight }),
    onSuccess: ({ message }) => onDone(message),
    onSettled: () =>
      Promise.all(
        ['approvals', 'approval', 'policies'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      ),
  });
  return { edited, setEdited, isBroken, setBroken, reason, setReason, remember, setRemember, decide };
}

export type Decision = ReturnType<typeof useDecision>;
