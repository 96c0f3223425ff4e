/** A search for each vertical (kind of work), and why it fits. */
import type { Vertical } from '#accounts/verticals.ts'

type VerticalPick = { why: string; q: string }

export const verticalPicks: Record<Vertical, VerticalPick> = {
  commercials: { why: 'Light, gloss and close-ups that carry a product', q: 'luxury' },
  'branded-content': { why: 'Warm, unhurried openings for a story about people', q: 'golden' },
  'narrative-film': { why: 'Establishing shots with weather in them', q: 'moody' },
  documentary: { why: 'Places as they are, without a cut', q: 'landscape' },
  'series-and-tv': { why: 'Cities between two scenes', q: 'city' },
  'music-videos': { why: 'Color and movement to cut on', q: 'abstract' },
  social: { why: 'Upright, and strong in the first second', q: 'vertical' },
  corporate: { why: 'Calm backgrounds that leave room for words', q: 'background' },
  nonprofit: { why: 'What there is to protect', q: 'nature' },
  education: { why: 'From very small to very far away', q: 'stars' },
  worship: { why: 'Slow skies behind a text', q: 'sky' },
  'weddings-and-events': { why: 'Evening light, out of focus', q: 'bokeh' },
}
