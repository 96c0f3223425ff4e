import type { Article } from './article.ts'

export const searchingInYourOwnWords: Article = {
  slug: 'searching-in-your-own-words',
  category: 'finding',
  title: 'Searching in your own words: sentences, exclusions and clip numbers',
  lead: 'The search field takes the sentence from the treatment. Here’s what it makes of it, and how to tell it otherwise.',
  written: '2026-11-27',
  footage: 'forest',
  sections: [
    {
      title: 'Type what you see',
      body: [
        [
          'Look, motion, time of day, people, size, frame rate and length can be part of the sentence. ',
          { to: '/clips?q=aerial+ocean+no+people', label: '“aerial ocean no people”' },
          ' becomes one word and two filters. The field keeps your sentence. Filters that were read from it have a dotted line under their name; removing one takes it as a plain word again.',
        ],
        'Words can be plural, British, American or misspelled. A word that no clip has is reported instead of being replaced by another one.',
      ],
    },
    {
      title: 'Say what you don’t want',
      body: [
        {
          list: [
            [
              { to: '/clips?q=no+clouds+sky', label: 'no clouds sky' },
              ', “without cars”, “except snow” and “-cars” all leave clips out.',
            ],
            [{ to: '/clips?q=ocean+without+boats+or+people', label: 'without boats or people' }, ' leaves out both.'],
            [{ to: '/clips?q=%22golden+hour%22', label: '"golden hour"' }, ' in quotes is searched as it is.'],
            [
              { to: '/clips?q=%28fire+OR+lava%29+night', label: '(fire OR lava) night' },
              ' works with parentheses, AND and OR.',
            ],
          ],
        },
      ],
    },
    {
      title: 'Close matches',
      body: [
        'Clips that have everything come first. When there are fewer than a page of them, clips that have most of it follow under a line, each with a note of what it doesn’t have. Filters and exclusions apply to all of them.',
      ],
    },
    {
      title: 'Ideas, languages and numbers',
      body: [
        [
          'Nobody tags a clip with ',
          { to: '/clips?q=hope', label: '“hope”' },
          ', so the search looks for what shows it and says so. It also knows German, French, Spanish, Italian, Portuguese, Dutch and Japanese words for footage: ',
          { to: '/clips?q=wald', label: '“wald” is forest' },
          '.',
        ],
        'A clip’s number, with or without #, or the file name of its comp leads to the clip. An order number leads to the order.',
      ],
    },
    {
      title: 'Work in the grid',
      body: [
        {
          list: [
            'Arrow keys, Home and End move from clip to clip, Space previews, Enter opens.',
            'X selects a clip, and with Shift all from the last one. The bar at the bottom compares them, adds them to a board or the cart, and downloads their comps.',
            'B opens your boards, C adds to the cart, and / leads back to the search field.',
          ],
        },
      ],
    },
  ],
  next_steps: [
    { to: '/clips', label: 'Search footage' },
    { to: '/articles/finding/searching-by-eye', label: 'Searching by eye' },
  ],
}
