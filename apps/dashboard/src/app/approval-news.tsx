import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { approvals } from '../data.ts';
import { shell } from '../texts/shell.ts';
import { toasts } from '../ui/toasts.tsx';
import { useMay } from './access.ts';

/** Pages where a question comes up by itself. */
const inPlace = ['/approvals', '/tools', '/chat', '/runs/'];

/** Tells who may decide of a question that came while they looked at something else. */
export function ApprovalNews() {
  const { data } = useQuery(approvals('PENDING'));
  const may = useMay();
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const known = useRef<ReadonlySet<string> | undefined>(undefined);
  useEffect(() => {
    if (!data) return;
    const before = known.current;
    known.current = new Set(data.map(({ id }) => id));
    if (!before || !may('approver') || inPlace.some((page) => path.startsWith(page))) return;
    const [first] = data.filter(({ id }) => !before.has(id));
    if (!first) return;
    const run = (): void => void navigate({ to: '/approvals', search: { id: first.id } });
    toasts.say(shell.newApproval(`${first.serverId}.${first.toolName}`), {
      action: { words: shell.review, run },
      lastsMs: 15_000,
    });
  }, [data, may, navigate, path]);
  return null;
}
