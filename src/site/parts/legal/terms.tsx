import { Link } from 'react-router'

import { brand } from '#platform/brand.ts'

import type { LegalDocument } from '../legal-page.tsx'

export const termsOfUse: LegalDocument = {
  path: '/terms-and-conditions',
  title: 'Terms of use',
  changed: '2026-11-20',
  short: [
    'Looking, searching and comps cost nothing. You pay for licenses alone, at the price shown before you pay.',
    'What a license allows is in the license terms; this page is about the site and about ordering.',
    'Keep your password to yourself, and do not take the catalog away by machine.',
    'If something goes wrong, write to us first: a person answers within one business day.',
  ],
  sections: [
    {
      id: 'about',
      title: 'What this is about',
      body: (
        <p>
          {brand.legal_name} (“we”), in {brand.home_country}, runs {brand.name}. By using it or ordering from it you
          agree to these terms and, for each clip you license, to the <Link to="/license-terms">license terms</Link>.
          How we treat your data is in the <Link to="/privacy-policy">privacy policy</Link>.
        </p>
      ),
    },
    {
      id: 'account',
      title: 'Your account and your team',
      body: (
        <>
          <p>
            Anyone of 18 years or more may open an account, with an email that is theirs. You answer for what happens
            under it, unless it happens without your fault. Tell us at once if somebody else has your password.
          </p>
          <p>
            Every account has a workspace. Orders and licenses belong to the workspace in which they were bought. The
            owner of a workspace decides who belongs to it and what each may do; a purchase by somebody with a
            purchasing role binds the company that the workspace represents.
          </p>
          <p>We may suspend an account that breaks these terms or the law, and say why.</p>
        </>
      ),
    },
    {
      id: 'orders',
      title: 'Prices and orders',
      body: (
        <>
          <p>
            Prices are in US dollars, before tax. Tax is added by the billing address and shown before you pay. A price
            in the cart follows the price table of the day and says so when it changed since you added the clip; an
            order keeps the price it was placed at.
          </p>
          <p>
            The contract is made when your payment is confirmed or we invoice you, and you get a mail that says so. If a
            payment fails, nothing was ordered and nothing is charged. If its outcome is unknown, we ask the payment
            provider until it is known, and you are charged once at most.
          </p>
        </>
      ),
    },
    {
      id: 'payment',
      title: 'Payment and invoices',
      body: (
        <p>
          You pay by the methods that checkout shows, or on account where we agreed on that. An invoice is due on the
          day it names. When it is more than 14 days overdue, downloads of that order close until it is paid.
        </p>
      ),
    },
    {
      id: 'delivery',
      title: 'Delivery',
      body: (
        <p>
          Files are downloads. They open as soon as the payment is there, once the clip is assigned to a project, and
          stay open on the order’s page. Please keep a copy: should we ever close the shop, we tell licensees 90 days
          before.
        </p>
      ),
    },
    {
      id: 'withdrawal',
      title: 'Changing your mind, and refunds',
      body: (
        <>
          <p>
            A consumer in the European Union or the United Kingdom may withdraw within 14 days of an order without a
            reason, until the first download of a clip begins: by downloading you ask for delivery at once and give up
            that right for the clip.
          </p>
          <p>
            If a file is broken, is not what its page says, or cannot be used for a reason that lies with us, we replace
            it or refund it, whenever you notice. <Link to="/contact?topic=order">Write to us</Link> with the order’s
            number.
          </p>
        </>
      ),
    },
    {
      id: 'fair',
      title: 'Fair use of the site',
      body: (
        <ul>
          <li>No taking of the catalog, its previews or its texts by machine, except what robots.txt allows.</li>
          <li>
            Our <Link to="/api/docs">API</Link> may be used for your own work with the shop, within its limits.
          </li>
          <li>No training of machine-learning systems with what is shown here.</li>
          <li>No attempts to get at what is not yours, and nothing that slows the shop for others.</li>
        </ul>
      ),
    },
    {
      id: 'yours',
      title: 'What you give us',
      body: (
        <p>
          Names of projects and clients, boards, messages and pictures stay yours. We use them only to do what you asked
          for. A picture that you search with is analyzed and not saved.
        </p>
      ),
    },
    {
      id: 'liability',
      title: 'Liability',
      body: (
        <p>
          We answer without limit for intent, gross negligence and injury, and where the law demands it. Otherwise we
          answer only for what could be foreseen, up to what you paid us in the twelve months before. We do our best to
          keep the shop open, and do not promise that it never closes for an hour.
        </p>
      ),
    },
    {
      id: 'changes',
      title: 'Changes, and the law that applies',
      body: (
        <p>
          When these terms change in a way that matters, members hear of it by mail 30 days before. Orders keep the
          terms of their day. The law of {brand.home_country} applies and its courts decide; consumers keep the law and
          the courts where they live. Should one sentence not hold, the others do.
        </p>
      ),
    },
  ],
}
