/** A legal text: a summary, then numbered sections with anchors, and its earlier versions. It has a print style. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { ContentPage } from '#content/contract.ts'
import { useCompany } from '#platform/settings/company-context.ts'
import { Banner } from '#ui/banner.tsx'
import { RichText } from '#ui/rich-text.tsx'

import css from './legal-page.module.css'

const documents = [
  { to: '/license-terms', label: 'License terms' },
  { to: '/terms-and-conditions', label: 'Terms of use' },
  { to: '/privacy-policy', label: 'Privacy policy' },
  { to: '/privacy-policy/ccpa', label: 'California privacy' },
  { to: '/refund-policy', label: 'Refund policy' },
  { to: '/withdrawal', label: 'Right of withdrawal' },
  { to: '/imprint', label: 'Imprint' },
]

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const formatDate = (date: string) => dateFormat.format(new Date(date))

/** `children`: what follows the sections. */
export const LegalPage = ({ page, path, children }: { page: ContentPage; path: string; children?: ReactNode }) => {
  const company = useCompany()
  const { title, document, version } = page
  return (
    <article className={css.page}>
      <header className={css.head}>
        <h1>{title}</h1>
        <p className={css.facts}>
          {company.legal_name} {version.is_current ? 'Last changed' : 'In effect from'}{' '}
          <time dateTime={version.effective_from}>{formatDate(version.effective_from)}</time>
        </p>
        {!version.is_current && (
          <Banner className={css.earlier}>
            This is an earlier version. <Link to={path}>Read the one in effect</Link>
          </Banner>
        )}
      </header>
      <div className={css.sheet}>
        <nav className={css.contents} aria-label="On this page">
          <ol>
            {document.sections.map(({ id, title: name }) => (
              <li key={id}>
                <a href={`#${id}`}>{name}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={css.text}>
          {document.html !== '' && (
            <section className={css.short} aria-labelledby="in-short">
              <h2 id="in-short">In short</h2>
              <RichText html={document.html} />
            </section>
          )}
          {document.sections.map(({ id, title: name, html, items }, i) => (
            <section key={id} aria-labelledby={id} className={css.section}>
              <h2 id={id}>
                <a href={`#${id}`}>
                  <span className="mono" aria-hidden="true">
                    {i + 1}
                  </span>
                  {name}
                </a>
              </h2>
              <RichText html={html} />
              {items.map(item => (
                <section key={item.id} aria-labelledby={item.id} className={css.item}>
                  <h3 id={item.id}>{item.title}</h3>
                  <RichText html={item.html} />
                </section>
              ))}
            </section>
          ))}
          {children}
          <footer className={css.end}>
            <p>
              Questions about this: <a href={`mailto:${company.email}`}>{company.email}</a>, {company.phone}, or the{' '}
              <Link to="/contact">contact form</Link>.
            </p>
            <VersionFacts page={page} path={path} />
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
}

const VersionFacts = ({ page: { version, versions }, path }: { page: ContentPage; path: string }) => (
  <>
    <p className={css.version}>
      Version {version.id}, SHA-256 <span className="mono">{version.sha256}</span>
    </p>
    {versions.length > 1 && (
      <nav aria-label="Versions">
        {versions.map(({ id, effective_from }) => (
          <Link key={id} to={`${path}?version=${id}`} aria-current={id === version.id ? 'page' : undefined}>
            {formatDate(effective_from)}
          </Link>
        ))}
      </nav>
    )}
  </>
)
