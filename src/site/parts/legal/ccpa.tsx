import { Link } from 'react-router'

import { brand } from '#platform/brand.ts'

import type { LegalDocument } from '../legal-page.tsx'

export const californiaPrivacy: LegalDocument = {
  path: '/privacy-policy/ccpa',
  title: 'California privacy',
  changed: '2026-11-20',
  short: [
    'For residents of California, in addition to the privacy policy, under the CCPA as changed by the CPRA.',
    'We do not sell personal information and do not share it for advertising across sites. So there is nothing to opt out of.',
    'You may know, correct and delete what we hold, and nobody treats you worse for asking.',
  ],
  sections: [
    {
      id: 'collect',
      title: 'What we collect',
      body: (
        <>
          <p>In the last twelve months, in the words of the law:</p>
          <table>
            <thead>
              <tr>
                <th scope="col">Category</th>
                <th scope="col">What it is here</th>
                <th scope="col">Disclosed to</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">Identifiers</th>
                <td>Name, email, network address of a session</td>
                <td>Hosting, mail</td>
              </tr>
              <tr>
                <th scope="row">Customer records</th>
                <td>Billing address, the last four digits of a card</td>
                <td>Hosting, payment provider</td>
              </tr>
              <tr>
                <th scope="row">Commercial information</th>
                <td>Carts, orders, licenses, projects</td>
                <td>Hosting</td>
              </tr>
              <tr>
                <th scope="row">Internet activity</th>
                <td>Clips opened or downloaded as comps, for up to 30 days with the person</td>
                <td>Hosting</td>
              </tr>
              <tr>
                <th scope="row">Professional information</th>
                <td>Company and occupation, if you tell us</td>
                <td>Hosting</td>
              </tr>
            </tbody>
          </table>
          <p>
            It comes from you and from your browser. We collect no biometric data, no exact location, no inferences
            about you, and nothing the law calls sensitive, except the password that opens your account, which is stored
            as a hash. Why, and for how long, is in the <Link to="/privacy-policy">privacy policy</Link>.
          </p>
        </>
      ),
    },
    {
      id: 'sell',
      title: 'No sale, no sharing',
      body: (
        <p>
          {brand.legal_name} has not sold personal information and has not shared it for advertising across contexts in
          the last twelve months, and does neither now, nor that of people under 16. Since there are no trackers, a
          Global Privacy Control signal finds nothing to switch off.
        </p>
      ),
    },
    {
      id: 'rights',
      title: 'Your rights',
      body: (
        <ul>
          <li>
            <strong>To know</strong> what we hold about you, where it came from, why, and to whom we disclosed it; and
            to have a copy.
          </li>
          <li>
            <strong>To correct</strong> what is wrong.
          </li>
          <li>
            <strong>To delete</strong> what we do not have to keep. Orders and invoices stay as long as tax law demands.
          </li>
          <li>
            <strong>Not to be treated worse</strong> for using a right.
          </li>
        </ul>
      ),
    },
    {
      id: 'ask',
      title: 'How to ask',
      body: (
        <p>
          Use the <Link to="/contact?topic=privacy">contact form</Link>, write to{' '}
          <a href={`mailto:${brand.email}`}>{brand.email}</a> or call {brand.phone}, free of charge. We check that it is
          you by the email of your account. Somebody may ask for you with your written permission. We confirm within 10
          business days and answer within 45 days.
        </p>
      ),
    },
  ],
}
