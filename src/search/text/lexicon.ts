/**
 * The phrases that people use for filter values. Curated; phrases are normalized as in text-parts.ts, and most are from real
 * searches for footage.
 */
import type { FilterName } from '#catalog/filter-table.ts'
import { colorNames } from '#catalog/visual/color-names.ts'

export type LexiconMeaning = {
  name: FilterName
  /** Any of the values matches. Values that no clip has are ignored. */
  values: readonly string[]
  exclude?: boolean
  /** Neighboring values: clips with them are close matches, or full ones where no clip has any of the values. */
  near?: readonly string[]
  /**
   * The phrase is just as likely a word of names and keywords: it is read as a filter only beside other words, and not within
   * a keyword ("night sky").
   */
  weak?: boolean
}

const entries: readonly (LexiconMeaning & { phrases: string })[] = [
  {
    name: 'look',
    values: ['aerial'],
    phrases:
      'aerial, aerials, aerial view, aerial shot, drone, drone shot, drone view, drone camera, birds eye view, bird s eye view, birds eye, from above, from the air, overhead shot, top down, top down shot, helicopter shot, helicopter view',
  },
  { name: 'look', values: ['handheld'], phrases: 'handheld, hand held, handheld camera, shaky cam, shaky camera' },
  {
    name: 'look',
    values: ['locked-off'],
    phrases: 'locked off, locked down, lock off, static shot, static camera, fixed camera, tripod shot',
  },
  { name: 'look', values: ['macro'], phrases: 'macro, macro shot, macro lens, extreme close up, extreme closeup' },
  { name: 'look', values: ['wide'], phrases: 'wide shot, wide angle, wide angle shot, establishing shot, long shot' },
  { name: 'look', values: ['underwater'], phrases: 'underwater camera, underwater shot' },

  {
    name: 'motion',
    values: ['slow-motion'],
    phrases:
      'slow motion, slow mo, slo mo, slomo, slowmo, slowmotion, slowed down, super slow motion, ultra slow motion',
  },
  {
    name: 'motion',
    values: ['timelapse'],
    phrases: 'timelapse, time lapse, timelapses, time lapses, sped up, speeded up',
  },
  { name: 'motion', values: ['hyperlapse', 'timelapse'], phrases: 'hyperlapse, hyper lapse' },
  { name: 'motion', values: ['realtime'], phrases: 'real time, realtime, real time speed, normal speed' },

  { name: 'time', values: ['dusk'], near: ['sunset', 'blue-hour'], phrases: 'dusk, twilight, nightfall', weak: true },
  { name: 'time', values: ['sunset'], near: ['dusk'], phrases: 'sunset, sundown, setting sun', weak: true },
  { name: 'time', values: ['sunrise'], near: ['dawn'], phrases: 'sunrise, rising sun', weak: true },
  { name: 'time', values: ['dawn'], near: ['sunrise'], phrases: 'dawn, daybreak', weak: true },
  {
    name: 'time',
    values: ['golden-hour'],
    near: ['sunset', 'sunrise'],
    phrases: 'golden hour, magic hour',
    weak: true,
  },
  { name: 'time', values: ['blue-hour'], near: ['dusk', 'dawn'], phrases: 'blue hour', weak: true },
  { name: 'time', values: ['night'], phrases: 'night, nighttime, night time, at night', weak: true },
  { name: 'time', values: ['midday', 'noon'], phrases: 'midday, noon, high noon', weak: true },
  { name: 'time', values: ['morning'], phrases: 'in the morning, morning light', weak: true },
  { name: 'time', values: ['afternoon'], phrases: 'afternoon, afternoon light', weak: true },
  { name: 'time', values: ['day'], phrases: 'daytime, day time, daylight, by day, during the day', weak: true },
  { name: 'time', values: ['overcast'], phrases: 'overcast', weak: true },

  {
    name: 'people',
    values: ['none'],
    phrases:
      'no people, without people, without any people, no humans, no person, no persons, nobody, no one, without anyone, without anybody, not people, people free, unpeopled, empty of people',
  },
  { name: 'people', values: ['none'], exclude: true, phrases: 'with people, with persons, with humans' },
  { name: 'people', values: ['one'], phrases: 'one person, single person, 1 person, only one person, a lone person' },
  {
    name: 'people',
    values: ['few'],
    phrases:
      'two people, 2 people, three people, 3 people, few people, a few people, some people, small group, small group of people, group of people',
  },
  {
    name: 'people',
    values: ['crowd'],
    phrases:
      'many people, lots of people, crowd of people, crowds of people, large group, large group of people, large crowd, big crowd',
  },

  {
    name: 'orientation',
    values: ['vertical'],
    phrases:
      'vertical, vertical video, vertical format, vertical orientation, portrait orientation, portrait format, portrait mode, upright format, 9 16, 1080x1920, for tiktok, for reels, for stories, for instagram, for shorts, for instagram reels, for instagram stories, for youtube shorts, vertical video for instagram, vertical video for tiktok, vertical video for reels',
  },
  { name: 'orientation', values: ['square'], phrases: 'square format, square video, square orientation, 1 1' },
  {
    name: 'orientation',
    values: ['horizontal'],
    phrases:
      'horizontal, horizontal format, horizontal orientation, landscape orientation, landscape format, landscape mode, 16 9',
  },
  { name: 'orientation', values: ['scope'], phrases: 'cinemascope, 2.39 1, 2.35 1, 2.40 1, 21 9, ultrawide' },

  // A search for 4K includes higher resolutions.
  {
    name: 'resolution',
    values: ['4k', '6k', '8k'],
    phrases: '4k, uhd, 3840x2160, 4096x2160, ultra hd, 4k uhd, 2160p, 4k video, 4k resolution',
  },
  { name: 'resolution', values: ['6k', '8k'], phrases: '6k' },
  { name: 'resolution', values: ['8k'], phrases: '8k, 7680x4320' },
  { name: 'resolution', values: ['2k', '4k', '6k', '8k'], phrases: '2k' },
  { name: 'resolution', values: ['hd', '2k', '4k', '6k', '8k'], phrases: '1080p, full hd, fhd, 1080, 1920x1080' },

  ...['24', '25', '30', '50', '60'].map(rate => ({ name: 'fps' as const, values: [rate], phrases: `${rate}p` })),

  { name: 'format', values: ['hd'], phrases: 'hd, high definition' },
  { name: 'format', values: ['raw'], phrases: 'raw format, raw file, raw files, raw footage, in raw' },
  { name: 'format', values: ['log'], phrases: 'log format, log profile, log gamma, in log, ungraded' },

  { name: 'release', values: ['model'], phrases: 'model release, model released, with model release' },
  { name: 'release', values: ['property'], phrases: 'property release, property released, with property release' },
  { name: 'release', values: ['not-needed'], phrases: 'no release needed, release free' },
  { name: 'release', values: ['editorial'], phrases: 'editorial, editorial use, editorial use only, editorial only' },
  {
    name: 'release',
    values: ['editorial'],
    exclude: true,
    phrases: 'commercial use, for commercial use, not editorial',
  },

  { name: 'location', values: ['interior'], phrases: 'indoors, interior shot, interiors' },
  { name: 'location', values: ['studio'], phrases: 'in studio, in a studio, in the studio, studio shot' },

  ...Object.keys(colorNames).map(color => ({
    name: 'color' as const,
    values: [color],
    phrases: ['tones', 'toned', 'tone', 'tint', 'tinted', 'colors', 'colored', 'palette', 'hues']
      .map(word => `${color} ${word}`)
      .concat(`mostly ${color}`, `color ${color}`)
      .join(', '),
  })),
]

/** Meanings by phrase. */
export const lexicon: ReadonlyMap<string, LexiconMeaning> = new Map(
  entries.flatMap(({ phrases, ...meaning }) => phrases.split(', ').map(phrase => [phrase, meaning])),
)

/** Filler words that mean nothing before a phrase that was read: "at dusk", "in slow motion", "shot by a drone". */
export const fillerWords: ReadonlySet<string> = new Set(
  'a an and any at by during for from in of on shot some the using very with'.split(' '),
)

export const negations: ReadonlySet<string> = new Set(['no', 'not', 'without', 'minus', 'except', 'excluding', 'sans'])

/** Words before a negation that say nothing more: "ocean with no boats", "snow but not night". */
export const negationLeads: ReadonlySet<string> = new Set(['but', 'with', 'and'])

/** What joins the items of a list after a negation: "no people or cars". */
export const listJoiners: ReadonlySet<string> = new Set(['or', 'nor', 'and'])
