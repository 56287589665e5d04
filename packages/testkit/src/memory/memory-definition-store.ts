import type { DefinitionStore, Named, StoredDefinition } from '@patchbay/core';

export function createMemoryDefinitionStore<Entry extends Named>(): DefinitionStore<Entry> {
  const all = new Map<string, StoredDefinition<Entry>>();
  return {
    list: async () => [...all.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    async add(definition) {
      if (all.has(definition.name)) return 'exists';
      all.set(definition.name, definition);
      return 'added';
    },
    async update(definition) {
      const { name, revision } = definition;
      if (all.get(name)?.revision !== revision) return 'changed-meanwhile';
      all.set(name, { ...definition, revision: revision + 1 });
      return 'updated';
    },
    remove: async (name) => all.delete(name),
  };
}
