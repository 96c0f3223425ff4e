import type { Article } from './article.ts'

export const releases: Article = {
  slug: 'releases',
  category: 'licensing',
  title: 'Releases: what a clip needs before it may sell something',
  lead: 'A license gives you the right to the picture. Who and what is in the picture may have rights too, and that is what releases are for.',
  written: '2026-11-20',
  footage: 'street',
  sections: [
    {
      title: 'Two kinds of release',
      body: [
        'A model release is signed by a person who can be recognized. It says that they agree to being shown. A property release is signed by the owner of a place or a thing that can be recognized: a house, a shop front, an artwork, sometimes a building by a living architect.',
        'Recognized does not only mean a face. A tattoo, a voice, a uniform with a name or a house number can do. A crowd seen from a rooftop usually needs nothing; one person in it who fills the frame does.',
      ],
    },
    {
      title: 'What the clip’s page says',
      body: [
        'Each clip’s page says which releases are on file: model, property, both, or that none is needed because there is nothing to release. The search has a filter for it, so that an advertising team need not look at clips that it could not use.',
        'Where a page says editorial, use the clip for news, commentary and documentary only. It may tell what happened; it may not sell, promote or endorse. It can’t be licensed for paid digital advertising, trade shows, out-of-home or a buyout of all media, and its license says that it is for editorial use only. Where a page says nothing about releases, ask before a use that needs one.',
      ],
    },
    {
      title: 'Which use needs what',
      body: [
        {
          list: [
            'Advertising, sponsored posts, packaging and trade shows: everything that can be recognized should be released.',
            'A drama or a series: fiction puts words in people’s mouths, so treat it like advertising.',
            'News and documentary: editorial clips are made for it, as long as the film says nothing untrue about the people in it.',
            'Internal films and pitches: less risk, because few see them, but the same rule once they leave the building.',
          ],
        },
        'A release does not cover everything. Even a released person may not seem to endorse a party or a cause, or to have an illness, without their own consent. That is in the license terms, and it is what lawyers ask about first.',
      ],
    },
    {
      title: 'What to send to legal',
      body: [
        {
          steps: [
            'The address of the clip’s page, which names the clip, its filmmaker and its releases.',
            'The sentence of your license, as it is in the cart and on the order: channels, end client, territory and term.',
            'The section of the license terms that says what we stand for, and up to what amount.',
          ],
        },
        [
          'For the documents of a certain clip, or a use that is not in this list, ',
          { to: '/contact?topic=licensing', label: 'write to us' },
          ' with the clip’s address and a line about the film. The rules themselves are in the license terms under ',
          { to: '/license-terms#releases', label: 'People and places' },
          ' and ',
          { to: '/license-terms#warranty', label: 'Warranty and indemnity' },
          '. This page explains; it is not legal advice, and the law of the country where you publish has the last word.',
        ],
      ],
    },
  ],
  next_steps: [
    { to: '/clips', label: 'Search with the release filter' },
    { to: '/license-terms', label: 'Read the license terms' },
  ],
}
