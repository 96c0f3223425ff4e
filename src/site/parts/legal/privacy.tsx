import { Link } from 'react-router'

import { brand } from '#platform/brand.ts'

import { AnalyticsChoiceButtons } from '../analytics-choice-buttons.tsx'
import type { LegalDocument } from '../legal-page.tsx'
import { BrowserStorageTable } from './browser-storage-table.tsx'
import { cookies, storage } from './browser-storage.ts'

/** The processors that this shop's configuration uses. */
export type PrivacyPolicyOptions = { takesRealPayments: boolean; measures: boolean; hostsImagesOutside: boolean }

export const buildPrivacyPolicy = ({
  takesRealPayments,
  measures,
  hostsImagesOutside,
}: PrivacyPolicyOptions): LegalDocument => ({
  path: '/privacy-policy',
  title: 'Privacy policy',
  changed: '2026-11-20',
  short: [
    ...(measures
      ? [
          'No advertising. We sell no data and share none for advertising.',
          'Visits are measured with Google Tag Manager: only if you allow it where the law wants that, and never if your browser says no.',
        ]
      : [
          'No advertising, no trackers, no profile of you. We sell no data and share none for advertising.',
          'A handful of cookies, all needed for what you asked for. So there is no banner to click away.',
        ]),
    'Card numbers never reach us.',
    'Orders are kept as long as tax law demands. The rest goes when you ask.',
  ],
  sections: [
    {
      id: 'who',
      title: 'Who is responsible',
      body: (
        <p>
          {brand.legal_name}, {brand.home_country}. Write to <a href={`mailto:${brand.email}`}>{brand.email}</a>, call{' '}
          {brand.phone}, or use the <Link to="/contact?topic=privacy">contact form</Link>.
        </p>
      ),
    },
    {
      id: 'account',
      title: 'Your account',
      body: (
        <>
          <p>
            To open an account we need an email and a password. The password is stored only as an argon2id hash, from
            which nobody can read it. What else you tell us of yourself (name, picture, company, what you work as) is
            yours to leave out or change. Kept until you close the account, because without it there is none (contract,
            Art. 6(1)(b) GDPR).
          </p>
          <p>
            If you sign in with Google, Google tells us your name, your email and your Google user number; we keep the
            number to know you again, until you disconnect it. We tell Google nothing of what you do here.
          </p>
          <p>
            Mails about footage and filmmaking come only if you asked for them, until you do not want them anymore
            (consent, Art. 6(1)(a)). Mails about your orders and your account always come.
          </p>
          <p>
            While you are logged in we keep your browser’s name and network address with the session, so that a
            stranger’s login can be distinguished from yours. They go when the session ends or expires.
          </p>
        </>
      ),
    },
    {
      id: 'orders',
      title: 'Carts, orders and licenses',
      body: (
        <>
          <p>
            An order keeps what was licensed, for whom, the billing address, tax and its evidence, and how it was paid:
            the kind of card and its last four digits. We need it to deliver and to prove the license (contract), and
            tax law makes us keep it (Art. 6(1)(c)). Members of the same workspace see its orders according to their
            role.
          </p>
          <p>
            The number of a card, its code and bank details are typed into fields of the payment provider. They go there
            directly and never touch our servers.
          </p>
        </>
      ),
    },
    {
      id: 'looking',
      title: 'Looking around',
      body: (
        <>
          <p>
            What is searched for is counted by word and day, without who searched, and forgotten after a year. So that
            nobody counts twice, the server’s memory holds for the day who searched; nothing of that is written down.
            That a clip was opened, taken as a comp or licensed counts toward its popularity; who did so is forgotten
            after 30 days.
          </p>
          <p>
            A picture that you search with is turned into 87 bytes of colors and shapes, compared, and not saved: no
            file, no log. Logs of the server hold the time, the path and the response to a request, without cookies,
            search words or bodies.
          </p>
        </>
      ),
    },
    {
      id: 'messages',
      title: 'Messages and footage research',
      body: (
        <p>
          What you write through our forms becomes a ticket: name, email, phone if you give one, message, and your
          account if you are logged in. Our support and research people read it and nobody else. Tickets are deleted two
          years after they were written, once they are closed (our interest in answering well, Art. 6(1)(f)).
        </p>
      ),
    },
    {
      id: 'cookies',
      title: 'Cookies and browser storage',
      body: (
        <>
          <p>Every cookie this shop sets. Some names begin with __Host-, which ties the cookie to this address:</p>
          <BrowserStorageTable label="Cookie" entries={cookies} />
          <p>And what your browser keeps for itself, which is not sent along:</p>
          <BrowserStorageTable label="Storage" entries={storage} />
          {measures ? (
            <>
              <p>
                All of it does what you asked for, so the law asks for no consent. Google Tag Manager, which measures
                which pages are opened and what is put into the cart, sets cookies of its own. Where consent is needed
                it is not loaded before you gave it, never where payment details are typed in, and not at all when your
                browser sends Global Privacy Control or Do Not Track. It receives nothing about who you are. You can
                choose again at any time:
              </p>
              <AnalyticsChoiceButtons />
            </>
          ) : (
            <p>
              All of it does what you asked for, so the law asks for no consent. There is no measuring of visits by
              others and no cookie of another company, except in the payment provider’s own fields at checkout.
            </p>
          )}
        </>
      ),
    },
    {
      id: 'processors',
      title: 'Who works for us',
      body: (
        <>
          <ul>
            {takesRealPayments ? (
              <li>
                <strong>Payments:</strong> Braintree, a PayPal service, takes cards and bank payments and checks them
                for fraud, on pages of checkout and payment methods only.
              </li>
            ) : (
              <li>
                <strong>Payments:</strong> this is a demonstration. Payments go to a simulator of our own that takes
                published test cards; no payment company is involved and no money moves.
              </li>
            )}
            {hostsImagesOutside && (
              <li>
                <strong>Pictures of people and workspaces:</strong> Cloudinary keeps those that you upload and shows
                them.
              </li>
            )}
            <li>
              <strong>Hosting and mail:</strong> the companies that run our servers, backups and mail, bound by contract
              to do only what we say.
            </li>
          </ul>
          <p>
            {measures || hostsImagesOutside
              ? `Fonts, scripts and pictures come from this address, except for ${[measures && 'what measures visits', hostsImagesOutside && 'pictures of people'].filter(Boolean).join(' and ')}. `
              : 'Fonts, scripts and pictures come from this address alone. '}
            Where data leaves the European Economic Area, the European Commission’s standard clauses or a decision on
            adequacy protect it. We tell authorities what a valid order makes us tell, and no more.
          </p>
        </>
      ),
    },
    {
      id: 'rights',
      title: 'Your rights',
      body: (
        <>
          <p>
            You may see what we hold about you, have it put right, get a copy to take elsewhere, have it deleted, object
            to a use, and take back a consent. A copy and deleting are in{' '}
            <Link to="/account/privacy">your account</Link>, done by yourself; for the rest{' '}
            <Link to="/contact?topic=privacy">ask us</Link> from the email of your account. It is done within 30 days
            and costs nothing.
          </p>
          <p>
            Deleting an account takes 14 days, in which you can take it back. Then it removes the person: name, email,
            picture, sessions, messages to us, boards of their own. Orders, invoices and licenses stay with the
            workspace for as long as tax law demands, because others rely on them. You may also complain to the data
            protection authority where you live, or to ours, in {brand.home_country}.
          </p>
        </>
      ),
    },
    {
      id: 'safe',
      title: 'How it is kept safe',
      body: (
        <p>
          Connections are encrypted, passwords and tokens are stored hashed, files open by addresses that expire, and
          each response of our server is checked against who may see it. Should data ever get out, you and the authority
          hear of it within 72 hours of us.
        </p>
      ),
    },
    {
      id: 'children',
      title: 'Children, and changes',
      body: (
        <p>
          The shop is for people of 18 years or more. When this policy changes in a way that matters, members hear of it
          by mail before it does. In California you have <Link to="/privacy-policy/ccpa">further rights</Link>.
        </p>
      ),
    },
  ],
})
