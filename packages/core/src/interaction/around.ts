import type { Masker } from '../masking/masker.ts';
import type { InputRequest, Interaction } from './interaction.ts';

/** What a server asks goes through its masker, as all that it says. What the client answers is the server's. */
export function withMaskedInput(interaction: Interaction, masker: Pick<Masker, 'input'>): Interaction {
  return {
    owner: interaction.owner,
    client: interaction.client,
    capabilities: interaction.capabilities,
    async ask(requests, patience) {
      if (patience.isOurs) return interaction.ask(requests, patience);
      const shown: Record<string, InputRequest> = {};
      for (const [key, { method, params }] of Object.entries(requests))
        shown[key] = { method, params: await masker.input(params) };
      return interaction.ask(shown, patience);
    },
    completed: (elicitationId) => interaction.completed(elicitationId),
  };
}
