import { Link, useSearchParams } from 'react-router'

import { pageMeta } from '#platform/http/page.ts'
import { getPageCompany, useCompany } from '#platform/settings/company-context.ts'
import { isContactTopic } from '#tickets/topics.ts'

import { ContactForm } from '../parts/contact-form.tsx'
import type { Route } from './+types/contact'

import spread from '../parts/spread.module.css'
import css from './contact.module.css'

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, {
    title: 'Contact',
    description: `Write to ${getPageCompany(page.matches).name} or call ${getPageCompany(page.matches).phone}. A person answers within one business day.`,
    breadcrumbs: [{ name: 'Contact', path: '/contact' }],
  })

export default function Contact() {
  const company = useCompany()
  const [search] = useSearchParams()
  const topic = search.get('topic')
  return (
    <div className={spread.page}>
      <div className={css.spread}>
        <div className={css.words}>
          <header className={spread.head}>
            <h1>Talk to a person.</h1>
            <p>A footage person replies within one business day. In a hurry? Call us.</p>
          </header>
          <address className={css.ways}>
            <a href={`tel:${company.phone}`} className="mono">
              {company.phone}
            </a>
            <a href={`mailto:${company.email}`}>{company.email}</a>
            <span>Weekdays, {company.time_zone}</span>
          </address>
          <p className={css.sooner}>
            Quick answer? See <Link to="/faq">the FAQ</Link>. Looking for a shot?{' '}
            <Link to="/services">We’ll find it for you</Link>.
          </p>
        </div>
        <ContactForm key={topic} topic={isContactTopic(topic) ? topic : 'licensing'} />
      </div>
    </div>
  )
}
