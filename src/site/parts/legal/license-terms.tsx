import { Link } from 'react-router'

import { licenseTerms as inShort } from '#licensing/terms-summary.ts'
import { distributions, endClientSizes } from '#licensing/terms.ts'
import { brand } from '#platform/brand.ts'

import type { LegalDocument } from '../legal-page.tsx'

export const licenseTerms: LegalDocument = {
  path: '/license-terms',
  title: 'License terms',
  ...inShort,
  sections: [
    {
      id: 'parties',
      title: 'Who grants what to whom',
      body: (
        <>
          <p>
            {brand.legal_name} (“we”) grants the license on behalf of the filmmaker. The licensee is the workspace that
            placed the order (“you”). The license names each clip by its number, the format, the organization type, the
            size of the end client and the channels (“distributions”): all of it is on your order and your receipt.
          </p>
          <p>It begins when the payment arrives, or when we invoice you, and covers nothing that was used before.</p>
        </>
      ),
    },
    {
      id: 'channels',
      title: 'The channels',
      body: (
        <>
          <p>You may show your production in each channel that the license lists, as often and as long as you like:</p>
          <ul>
            {distributions.map(({ id, name, examples }) => (
              <li key={id}>
                <strong>{name}.</strong> {examples}.
              </li>
            ))}
          </ul>
          <p>
            Showing work in your own portfolio or to a jury is always included. A channel that is not listed needs a
            license of its own; a buyout of all media is <Link to="/contact?topic=buyout">quoted on request</Link>.
          </p>
        </>
      ),
    },
    {
      id: 'client',
      title: 'The end client',
      body: (
        <>
          <p>
            A license is for one end client: the company or person that the production is made for, which may be you.
            Its size counts employees and regular contractors on the day of the order:{' '}
            {endClientSizes.map(({ name, people }) => `${name} (${people})`).join(', ')}. If the client grows later, the
            license stays as it is. Use for another client needs another license.
          </p>
          <p>
            <strong>Personal</strong> means a project of your own that is not for a business.{' '}
            <strong>Non-profit</strong> means a registered charity whose EIN is on the order; without one the discount
            does not apply and the commercial license is due.
          </p>
        </>
      ),
    },
    {
      id: 'may',
      title: 'What you may do',
      body: (
        <ul>
          <li>Cut, crop, grade, retime, composite and translate the clip, and combine it with anything.</li>
          <li>Use it in one production and in its cutdowns, versions and trailers for the same client.</li>
          <li>
            Hand the file to editors, studios and post houses who work on that production, and only for that work.
          </li>
          <li>Keep a copy for as long as you keep the production.</li>
        </ul>
      ),
    },
    {
      id: 'may-not',
      title: 'What you may not do',
      body: (
        <ul>
          <li>
            Sell, share or publish the clip by itself, or so that others can take it out as footage, a template or a
            loop.
          </li>
          <li>Use it as a trademark or logo, or claim that you made it.</li>
          <li>
            Use it in what is unlawful, defamatory or pornographic, or so that a person shown seems to endorse a
            product, a party or a cause, or to have an illness, without that person’s own consent.
          </li>
          <li>Train, test or feed a machine-learning system with it, beyond tools that help edit your production.</li>
          <li>Remove what identifies a file as ours from a comp or a preview.</li>
        </ul>
      ),
    },
    {
      id: 'releases',
      title: 'People and places',
      body: (
        <p>
          Each clip’s page says which releases are on file. Where it says <strong>editorial</strong>, use the clip only
          for news, commentary and documentary, not for advertising. Where it says nothing about releases, ask us before
          a use that needs one.
        </p>
      ),
    },
    {
      id: 'comps',
      title: 'Comps',
      body: (
        <p>
          The watermarked preview may be downloaded and cut with, inside your team and for your client’s approval. It
          may not be published, and it gives no right to the clip.
        </p>
      ),
    },
    {
      id: 'end',
      title: 'When a license ends',
      body: (
        <>
          <p>
            It ends for a clip that we refund, or whose payment is reversed, and for a clip used against these terms if
            you do not put that right within 14 days of our notice. Then take the production down where it shows the
            clip, and delete the file.
          </p>
          <p>
            A clip that a filmmaker withdraws from the shop stays licensed and stays downloadable for you. If a clip
            turns out to infringe somebody’s right, we tell you, you stop using it in new work, and we replace it or
            refund it.
          </p>
        </>
      ),
    },
    {
      id: 'warranty',
      title: 'What we stand for',
      body: (
        <p>
          We stand for our right to license each clip, and for the clip not infringing copyright when it is used as
          licensed. If somebody claims otherwise, we take over the defense and what it costs, up to ten times the price
          of the clip, provided you tell us promptly and used it as licensed. Beyond that a clip is licensed as it is,
          and neither of us owes the other lost profit. Nothing here limits liability for intent, gross negligence,
          injury or what the law does not let anybody limit.
        </p>
      ),
    },
    {
      id: 'law',
      title: 'Law',
      body: (
        <p>
          The law of {brand.home_country} applies, without its rules of conflict. A consumer keeps the protection of the
          law where they live. The license in force on the day of an order stays the license of that order.
        </p>
      ),
    },
  ],
}
