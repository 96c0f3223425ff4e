/** A legal document: a summary, then numbered sections with anchors. It has a print style. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { brand } from '#platform/brand.ts'

import css from './legal-page.module.css'

export type LegalSection = { id: string; title: string; body: ReactNode }

export type LegalDocument = {
  path: string
  title: string
  /** The day of the last change, "2026-11-20". */
  changed: string
  /** A summary that does not replace the full text. */
  short: readonly string[]
  sections: readonly LegalSection[]
}

const documents = [
  { to: '/license-terms', label: 'License terms' },
  { to: '/terms-and-conditions', label: 'Terms of use' },
  { to: '/privacy-policy', label: 'Privacy policy' },
  { to: '/privacy-policy/ccpa', label: 'California privacy' },
]

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export const LegalPage = ({ path, title, changed, short, sections }: LegalDocument) => (
  <article className={css.page}>
    <header className={css.head}>
      <h1>{title}</h1>
      <p className={css.facts}>
        {brand.legal_name} Last changed <time dateTime={changed}>{dateFormat.format(new Date(changed))}</time>
      </p>
    </header>
    <div className={css.sheet}>
      <nav className={css.contents} aria-label="On this page">
        <ol>
          {sections.map(({ id, title: name }) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={css.text}>
        <section className={css.short} aria-labelledby="in-short">
          <h2 id="in-short">In short</h2>
          <ul>
            {short.map(sentence => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
        {sections.map(({ id, title: name, body }, i) => (
          <section key={id} aria-labelledby={id} className={css.section}>
            <h2 id={id}>
              <a href={`#${id}`}>
                <span className="mono" aria-hidden="true">
                  {i + 1}
                </span>
                {name}
              </a>
            </h2>
            {body}
          </section>
        ))}
        <footer className={css.end}>
          <p>
            Questions about this: <a href={`mailto:${brand.email}`}>{brand.email}</a>, {brand.phone}, or the{' '}
            <Link to="/contact">contact form</Link>.
          </p>
          <nav aria-label="Other documents">
            {documents
              .filter(({ to }) => to !== path)
              .map(({ to, label }) => (
                <Link key={to} to={to}>
                  {label}
                </Link>
              ))}
          </nav>
        </footer>
      </div>
    </div>
  </article>
)
