import type { PageName, Role } from '@patchbay/contracts';
import {
  Bell,
  KeyRound,
  LayoutDashboard,
  ListTree,
  MessagesSquare,
  ScrollText,
  Server,
  Settings,
  ShieldCheck,
  Stethoscope,
  Waypoints,
  Wrench,
  type LucideIcon,
} from 'lucide-react';

/** Every page, in the order of the menu. A page that has no back end yet has no row. */
export const navigation = [
  { page: 'overview', to: '/', keys: 'g o', role: 'viewer', icon: LayoutDashboard },
  { page: 'servers', to: '/servers', keys: 'g s', role: 'viewer', icon: Server },
  { page: 'tools', to: '/tools', keys: 'g t', role: 'viewer', icon: Wrench },
  { page: 'approvals', to: '/approvals', keys: 'g a', role: 'viewer', icon: Bell },
  { page: 'chat', to: '/chat', keys: 'g c', role: 'operator', icon: MessagesSquare },
  { page: 'runs', to: '/runs', keys: 'g r', role: 'viewer', icon: ListTree },
  { page: 'network', to: '/network', keys: 'g m', role: 'viewer', icon: Waypoints },
  { page: 'policies', to: '/policies', keys: 'g p', role: 'operator', icon: ShieldCheck },
  { page: 'audit', to: '/audit', keys: 'g u', role: 'operator', icon: ScrollText },
  { page: 'keys', to: '/keys', keys: 'g k', role: 'admin', icon: KeyRound },
  { page: 'settings', to: '/settings', keys: 'g e', role: 'viewer', icon: Settings },
  { page: 'doctor', to: '/doctor', keys: 'g d', role: 'viewer', icon: Stethoscope },
] as const satisfies readonly {
  readonly page: PageName | 'overview';
  readonly to: string;
  readonly keys: string;
  readonly role: Role;
  readonly icon: LucideIcon;
}[];
