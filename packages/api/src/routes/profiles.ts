import {
  fail,
  parseExplained,
  profileEntrySchema,
  profileNameSchema,
  toProblems,
  type ProfileBody,
  type ProfileTool,
} from '@patchbay/contracts';
import {
  hasRole,
  mayUse,
  toProfileView,
  type ChangeProfiles,
  type Principal,
  type Profile,
  type ProfileAtWork,
  type ProfileBook,
  type ProfileViews,
} from '@patchbay/core';
import type { Handlers } from '../handler.ts';
import { revisionOf } from '../http/if-match.ts';

export interface ProfileHandlerDeps {
  readonly book: Pick<ProfileBook, 'now'>;
  readonly changes: ChangeProfiles;
  readonly views: Pick<ProfileViews, 'of'>;
}

type ProfileRoute =
  | 'listProfiles'
  | 'createProfile'
  | 'getProfile'
  | 'putProfile'
  | 'deleteProfile'
  | 'profileTools';

export function profileHandlers({ book, changes, views }: ProfileHandlerDeps): Handlers<ProfileRoute> {
  /** Who may not use a profile cannot tell it from one that does not exist; who may change it sees it all the same. */
  const maySee = (principal: Principal, profile: Profile): boolean =>
    hasRole(principal, 'admin') || mayUse(principal, profile);
  const find = (name: string, principal: Principal): Profile => {
    const profile = book.now().get(name);
    if (profile && maySee(principal, profile)) return profile;
    throw fail('PROFILE_NOT_FOUND', { profile: name });
  };
  return {
    listProfiles: ({ principal }) => ({
      body: [...book.now().values()].filter((profile) => maySee(principal, profile)).map(toProfileView),
    }),

    getProfile: ({ params, principal }) => ({ body: toProfileView(find(params.name, principal)) }),

    async createProfile({ body: { name, ...body }, principal: by }) {
      return { body: toProfileView(await changes.add({ name, entry: profileEntrySchema.parse(body), by })) };
    },

    async putProfile({ params: { name }, body, principal: by, request }) {
      const revision = body.revision ?? revisionOf(request);
      const changed = await changes.change({ name, body: { ...body, revision }, by });
      if (changed) return { body: toProfileView(changed) };
      assertName(name);
      const added = await changes.add({ name, entry: withDefaults(body), by });
      return { body: toProfileView(added), status: 201 };
    },

    async deleteProfile({ params, principal }) {
      await changes.remove(params.name, principal);
      return { body: undefined };
    },

    profileTools: ({ params, principal }) => ({
      body: { tools: toolsIn(views.of(find(params.name, principal)), principal) },
    }),
  };
}

function toolsIn(view: ProfileAtWork, principal: Principal): ProfileTool[] {
  const listed = new Set(view.toolsFor(principal));
  return view.callableFor(principal).map((tool) => ({
    name: tool.offered,
    serverId: tool.server,
    toolName: tool.name,
    description: tool.description,
    listed: listed.has(tool),
  }));
}

function withDefaults({ revision: _, ...given }: ProfileBody) {
  return profileEntrySchema.parse(given);
}

function assertName(name: string): void {
  const parsed = parseExplained(profileNameSchema, name);
  if (!parsed.success) throw fail('INPUT_INVALID', { problems: toProblems(parsed.issues) });
}
