/** What people say for what filters know. Curated: phrases as `pieces` (read-query.ts) writes them, most of them seen in searches for footage. */
import type { FilterName } from '../filter-table.ts'
import { colorNames } from '../looks/color-names.ts'

export type Meaning = {
  name: FilterName
  /** Any of them will do; those that no clip has are left out. */
  values: readonly string[]
  exclude?: boolean
  /** Just as well a word of names and keywords: read only beside other words, and not within a keyword ("night sky"). */
  weak?: boolean
}

const table: readonly (Meaning & { said: string })[] = [
  {
    name: 'look',
    values: ['aerial'],
    said: 'aerial, aerials, aerial view, aerial shot, drone, drone shot, drone view, drone camera, birds eye view, bird s eye view, helicopter shot, helicopter view',
  },
  { name: 'look', values: ['handheld'], said: 'handheld, hand held, handheld camera, shaky cam, shaky camera' },
  {
    name: 'look',
    values: ['locked-off'],
    said: 'locked off, locked down, lock off, static shot, static camera, fixed camera, tripod shot',
  },
  { name: 'look', values: ['macro'], said: 'macro, macro shot, macro lens, extreme close up, extreme closeup' },
  { name: 'look', values: ['wide'], said: 'wide shot, wide angle, wide angle shot, establishing shot, long shot' },
  { name: 'look', values: ['underwater'], said: 'underwater camera, underwater shot' },

  {
    name: 'motion',
    values: ['slow-motion'],
    said: 'slow motion, slow mo, slo mo, slomo, slowmo, slowmotion, slowed down, super slow motion, ultra slow motion',
  },
  {
    name: 'motion',
    values: ['timelapse'],
    said: 'timelapse, time lapse, timelapses, time lapses, sped up, speeded up',
  },
  { name: 'motion', values: ['hyperlapse', 'timelapse'], said: 'hyperlapse, hyper lapse' },
  { name: 'motion', values: ['realtime'], said: 'real time, realtime, real time speed, normal speed' },

  { name: 'time', values: ['dusk'], said: 'dusk, twilight, nightfall', weak: true },
  { name: 'time', values: ['sunset'], said: 'sunset, sundown, setting sun', weak: true },
  { name: 'time', values: ['sunrise', 'dawn'], said: 'sunrise, dawn, daybreak, rising sun', weak: true },
  { name: 'time', values: ['golden-hour'], said: 'golden hour, magic hour', weak: true },
  { name: 'time', values: ['blue-hour', 'dusk'], said: 'blue hour', weak: true },
  { name: 'time', values: ['night'], said: 'night, nighttime, night time, at night', weak: true },
  { name: 'time', values: ['midday', 'noon'], said: 'midday, noon, high noon', weak: true },
  { name: 'time', values: ['morning'], said: 'in the morning, morning light', weak: true },
  { name: 'time', values: ['afternoon'], said: 'afternoon, afternoon light', weak: true },
  { name: 'time', values: ['day'], said: 'daytime, day time, daylight, by day, during the day', weak: true },
  { name: 'time', values: ['overcast'], said: 'overcast', weak: true },

  {
    name: 'people',
    values: ['none'],
    said: 'no people, without people, without any people, no humans, no person, no persons, nobody, no one, without anyone, without anybody, not people, people free, unpeopled, empty of people',
  },
  { name: 'people', values: ['none'], exclude: true, said: 'with people, with persons, with humans' },
  { name: 'people', values: ['one'], said: 'one person, single person, 1 person, only one person, a lone person' },
  {
    name: 'people',
    values: ['few'],
    said: 'two people, 2 people, three people, 3 people, few people, a few people, some people, small group, small group of people, group of people',
  },
  {
    name: 'people',
    values: ['crowd'],
    said: 'many people, lots of people, crowd of people, crowds of people, large group, large group of people, large crowd, big crowd',
  },

  {
    name: 'orientation',
    values: ['vertical'],
    said: 'vertical, vertical video, vertical format, vertical orientation, portrait orientation, portrait format, portrait mode, upright format, 9 16, for tiktok, for reels, for stories',
  },
  { name: 'orientation', values: ['square'], said: 'square format, square video, square orientation, 1 1' },
  {
    name: 'orientation',
    values: ['horizontal'],
    said: 'horizontal, horizontal format, horizontal orientation, landscape orientation, landscape format, landscape mode, 16 9',
  },
  { name: 'orientation', values: ['scope'], said: 'cinemascope, 2.39 1, 2.35 1, 2.40 1, 21 9, ultrawide' },

  // Who asks for 4K is glad of more.
  { name: 'resolution', values: ['4k', '6k', '8k'], said: '4k, uhd, ultra hd, 4k uhd, 2160p, 4k video, 4k resolution' },
  { name: 'resolution', values: ['6k', '8k'], said: '6k' },
  { name: 'resolution', values: ['8k'], said: '8k' },
  { name: 'resolution', values: ['2k', '4k', '6k', '8k'], said: '2k' },
  { name: 'resolution', values: ['hd', '2k', '4k', '6k', '8k'], said: '1080p, full hd, fhd, 1080' },

  ...['24', '25', '30', '50', '60'].map(rate => ({ name: 'fps' as const, values: [rate], said: `${rate}p` })),

  { name: 'format', values: ['hd'], said: 'hd, high definition' },
  { name: 'format', values: ['raw'], said: 'raw format, raw file, raw files, raw footage, in raw' },
  { name: 'format', values: ['log'], said: 'log format, log profile, log gamma, in log, ungraded' },

  { name: 'release', values: ['model'], said: 'model release, model released, with model release' },
  { name: 'release', values: ['property'], said: 'property release, property released, with property release' },
  { name: 'release', values: ['not-needed'], said: 'no release needed, release free' },
  { name: 'release', values: ['editorial'], said: 'editorial, editorial use, editorial use only, editorial only' },
  { name: 'release', values: ['editorial'], exclude: true, said: 'commercial use, for commercial use, not editorial' },

  { name: 'location', values: ['interior'], said: 'indoors, interior shot, interiors' },
  { name: 'location', values: ['studio'], said: 'in studio, in a studio, in the studio, studio shot' },

  ...Object.keys(colorNames).map(color => ({
    name: 'color' as const,
    values: [color],
    said: ['tones', 'toned', 'tone', 'tint', 'tinted', 'colors', 'colored', 'palette', 'hues']
      .map(word => `${color} ${word}`)
      .concat(`mostly ${color}`, `color ${color}`)
      .join(', '),
  })),
]

/** By phrase. */
export const lexicon: ReadonlyMap<string, Meaning> = new Map(
  table.flatMap(({ said, ...meaning }) => said.split(', ').map(phrase => [phrase, meaning])),
)

/** Before what was read these say nothing of their own: "at dusk", "in slow motion", "shot by a drone". */
export const glue: ReadonlySet<string> = new Set(
  'a an and at by during for from in of on shot some the using very with'.split(' '),
)

export const negations: ReadonlySet<string> = new Set(['no', 'not', 'without'])
