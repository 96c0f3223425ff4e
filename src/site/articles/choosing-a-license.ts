import { licenseRules } from '#licensing/license-rules.ts'

import type { Article } from './article.ts'

export const choosingALicense: Article = {
  slug: 'choosing-a-license',
  category: 'licensing',
  title: 'Choosing a license, and why it costs what it costs',
  lead: 'Three questions decide what a clip may be used for. The same three, with the clip and the file, decide its price.',
  written: '2026-11-20',
  footage: 'skyline',
  sections: [
    {
      title: 'Where will it be seen?',
      body: [
        'A license covers channels. Internal & Pitch is the smallest: training, presentations, mood reels. Web & Social covers your site and organic posts. As soon as somebody pays for a placement it is Paid Digital Advertising, even when it is the same film on the same platform. Series and films on streaming services, Broadcast TV, cinemas and festivals, and screens out of the home are channels of their own.',
        'Choose every channel that you know of today. The most expensive one counts in full; each further one adds only a share of its own price. One license for three channels therefore costs less than three licenses, and less than coming back for the second one later. Which channel is the most expensive does not depend on the order in which you choose.',
        'A clip whose page says “Editorial use only” can’t be licensed for paid digital advertising, events and trade shows, out-of-home or a buyout. In the other channels it is for news, commentary and documentary.',
      ],
    },
    {
      title: 'Who is it for?',
      body: [
        licenseRules.client.short,
        'For an agency that is the brand. An agency of ten people that works for a bank licenses for the bank.',
      ],
    },
    {
      title: 'What kind of organization?',
      body: [
        'Personal is a project of your own that is not for a business. Commercial is everything that is for a business or earns money. Non-profit is for registered charities: the discount is a line of its own, and the cart asks for the EIN before checkout. Without an EIN on the order the commercial license is due.',
      ],
    },
    {
      title: 'How the amount adds up',
      body: [
        'Every amount comes with its reason, so you can check the sum yourself:',
        {
          steps: [
            'The most expensive channel for the size of the end client.',
            'Plus a share of each further channel.',
            'Times the clip’s tier: standard, premium or signature. The tier is on the clip’s page.',
            'Rounded up to the whole dollar.',
            'Plus the file. HD may be included where RAW, Highest Res and LOG cost extra; the file is never multiplied by the tier.',
            'Less the non-profit discount, off the license and not off the file.',
          ],
        },
        'Sales tax or VAT comes last, by your billing address. Nothing is added after that.',
      ],
    },
    {
      title: 'When you are not sure',
      body: [
        [
          `Take the license that describes the use as it is planned, not as it might grow. The cart keeps clips under several licenses apart, and the same clip can be under two of them, so that a producer can compare. ${licenseRules.duration.short} ${licenseRules.buyout.short} `,
          { to: '/contact?topic=buyout', label: 'Ask us for a quote' },
          '. The whole text is in the ',
          { to: '/license-terms', label: 'license terms' },
          '.',
        ],
      ],
    },
  ],
  next_steps: [
    { to: '/pricing', label: 'Price your license' },
    { to: '/clips', label: 'Find the clip' },
  ],
}
