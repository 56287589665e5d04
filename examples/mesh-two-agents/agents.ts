import { defineAgent } from '@patchbay/mesh';
import { z } from 'zod';

const place = z.object({ lat: z.number(), lon: z.number() });

/** Knows where cities are. `where` tells two of its kind apart. */
export const geocoder = (where: string) =>
  defineAgent(`geocoder-${where}`).tool('geocode', {
    description: 'Finds a city.',
    tags: [where],
    input: z.object({ city: z.string() }),
    output: place,
    run: () => (where === 'east' ? { lat: 52.5, lon: 13.4 } : { lat: 38.7, lon: -9.1 }),
  });

/** Knows the weather, and needs somebody who knows where cities are. */
export const weather = defineAgent('weather')
  .needs('geocode', { input: z.object({ city: z.string() }), output: place, tags: ['+east'] })
  .tool('forecast', {
    description: 'Tells the weather of a city.',
    input: z.object({ city: z.string(), days: z.number().default(1) }),
    async run({ city, days }, mesh) {
      const { lat, lon } = await mesh.geocode({ city });
      return `${city} (${String(lat)}, ${String(lon)}): sunny for ${String(days)} day(s).`;
    },
  });
