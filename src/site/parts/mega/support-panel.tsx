/** The Support panel: frequent questions and contact details. */
import { Mail, Phone } from 'lucide-react'
import { Link } from 'react-router'

import { useCompany } from '#platform/settings/company-context.ts'

import { supportLinks } from '../../links.ts'
import { SocialLinks } from '../social-links.tsx'

import shared from './panel.module.css'
import css from './support-panel.module.css'

export default function SupportPanel() {
  const company = useCompany()
  return (
    <div className={`${shared.panel} ${css.all}`}>
      <Link to="/faq" className={css.card}>
        <strong>Frequent Questions</strong>
        <span>What a license covers, how prices are calculated, formats, refunds and teams.</span>
      </Link>
      <section>
        <h2 className={shared.label}>Talk to us</h2>
        <ul className={css.reach}>
          <li>
            <a href={`tel:${company.phone}`}>
              <Phone aria-hidden />
              <span className="mono">{company.phone}</span>
            </a>
          </li>
          <li>
            <a href={`mailto:${company.email}`}>
              <Mail aria-hidden />
              {company.email}
            </a>
          </li>
        </ul>
        <SocialLinks className={css.social} />
      </section>
      <section>
        <h2 className={shared.label}>Help &amp; Support</h2>
        <ul className={shared.links}>
          {supportLinks.map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
