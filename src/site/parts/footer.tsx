import { Plus, Search } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link, useLocation } from 'react-router'

import { useCompany } from '#platform/settings/company-context.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Wordmark } from '#ui/wordmark.tsx'

import { brandLinks, helpLinks, legalLinks, type PageLink } from '../links.ts'
import { SocialLinks } from './social-links.tsx'

import css from './footer.module.css'

/** Links under a heading. On phones the heading expands them; the links are always in the HTML. */
const FooterColumn = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <nav className={css.column} aria-label={title}>
      <h2 className={css.title}>
        <span className={css.text}>{title}</span>
        <button
          type="button"
          className={css.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {title}
          <Plus aria-hidden />
        </button>
      </h2>
      <ul id={id} className={css.links} data-open={isOpen || undefined}>
        {children}
      </ul>
    </nav>
  )
}

/** `isDemo`: the footage is computer-generated. `year`: for the copyright line. */
export const Footer = ({ isDemo, year }: { isDemo: boolean; year: number }) => {
  const company = useCompany()
  return (
    <footer className={css.footer}>
      <div className={css.lead}>
        <Wordmark />
        {company.tagline && <p>{company.tagline}</p>}
        <SocialLinks className={css.social} />
      </div>
      <FooterColumn title={company.name}>
        <LinkItems links={brandLinks} />
      </FooterColumn>
      <FooterColumn title="Help &amp; Support">
        <LinkItems links={helpLinks} />
        <li>
          <a href={`mailto:${company.email}`}>Email Us</a>
        </li>
        <li>
          <a href={`tel:${company.phone}`} className="mono">
            {company.phone}
          </a>
        </li>
      </FooterColumn>
      {company.sister_sites.length > 0 && (
        <FooterColumn title="Family of brands">
          {company.sister_sites.map(({ name, about, to }) => (
            <li key={to} className={css.site}>
              <a href={to}>
                <strong>{name}</strong>
                {about}
              </a>
            </li>
          ))}
        </FooterColumn>
      )}
      <section className={css.find} aria-labelledby="find-my-footage">
        <h2 id="find-my-footage">Find My Footage</h2>
        <p>
          Tell us what the scene needs. Our researchers look for it, and their finds are in your account within 1
          business day.
        </p>
        <FindMyFootage />
      </section>
      <div className={css.small}>
        <p>
          © {year} {company.legal_name}
          {isDemo && ' This is a demo with computer-generated sample footage.'}
        </p>
        <ul className={css.legal} aria-label="Legal">
          <LinkItems links={legalLinks} />
          {company.footer_links.map(({ label, to }) => (
            <li key={`${label} ${to}`}>
              {to.startsWith('/') ? <Link to={to}>{label}</Link> : <a href={to}>{label}</a>}
            </li>
          ))}
        </ul>
      </div>
    </footer>
  )
}

/** Opens the research form over the current page and keeps its query parameters. */
const FindMyFootage = () => {
  const query = new URLSearchParams(useLocation().search)
  query.set('modal', 'footageResearch')
  return (
    <ButtonLink to={`?${query}`} preventScrollReset>
      <Search aria-hidden />
      Find My Footage
    </ButtonLink>
  )
}

const LinkItems = ({ links }: { links: readonly PageLink[] }) =>
  links.map(({ to, label }) => (
    <li key={to}>
      <Link to={to}>{label}</Link>
    </li>
  ))
