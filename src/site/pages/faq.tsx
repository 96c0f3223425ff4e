import { Search, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'

import type { ContentPage } from '#content/contract.ts'
import { contentPageMeta, loadContentPage } from '#content/load-content-page.ts'
import { useCompany } from '#platform/settings/company-context.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { RichText } from '#ui/rich-text.tsx'

import { findQuestions } from '../parts/faq.ts'
import type { Route } from './+types/faq'

import spread from '../parts/spread.module.css'
import css from './faq.module.css'

const PATH = '/faq'

export const loader = async (args: Route.LoaderArgs) => ({ page: await loadContentPage(args, 'faq') })

const buildFaqJsonLd = ({ document }: ContentPage) => ({
  '@type': 'FAQPage',
  mainEntity: document.sections
    .flatMap(({ items }) => items)
    .map(({ title, text }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text },
    })),
})

export const meta = (args: Route.MetaArgs) => {
  const { loaderData } = args
  return contentPageMeta(PATH, args, {
    title: 'Frequent questions',
    structuredData: () => (loaderData ? [buildFaqJsonLd(loaderData.page)] : []),
  })
}

/** Opens the question that the URL's hash names. */
const useQuestionFromHash = () => {
  useEffect(() => {
    const open = () => {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
      if (target instanceof HTMLDetailsElement) target.open = true
    }
    open()
    addEventListener('hashchange', open)
    return () => removeEventListener('hashchange', open)
  }, [])
}

export default function Faq({ loaderData: { page } }: Route.ComponentProps) {
  const company = useCompany()
  const [params] = useSearchParams()
  const [search, setSearch] = useState(params.get('q') ?? '')
  useQuestionFromHash()
  const groups = findQuestions(page.document.sections, search)
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <div className={spread.page}>
      <header className={spread.head}>
        <h1>{page.title}</h1>
        <RichText html={page.document.html} />
        {/* Without JavaScript the form searches on the server. */}
        <form role="search" className={css.search} onSubmit={event => event.preventDefault()}>
          <Search aria-hidden="true" />
          <input
            type="search"
            name="q"
            aria-label="Search the questions"
            placeholder="Channels, refunds, RAW …"
            value={search}
            onChange={event => setSearch(event.target.value)}
          />
          {search !== '' && <IconButton icon={X} label="Clear the search" onClick={() => setSearch('')} />}
        </form>
        <p role="status" className={search === '' ? 'visually-hidden' : css.count}>
          {count === 1 ? '1 question' : `${count} questions`}
        </p>
      </header>
      {count === 0 ? (
        <section className={css.none}>
          <h2>Nobody asked that yet.</h2>
          <p>Ask us: a person answers within one business day.</p>
          <ButtonLink to="/contact" kind="primary" size="lg">
            Write to us
          </ButtonLink>
        </section>
      ) : (
        <div className={css.groups}>
          {groups.map(({ id, title, html, items }) => (
            <section key={id} className={css.group} aria-labelledby={id}>
              <h2 id={id}>{title}</h2>
              <div>
                <RichText html={html} />
                {items.map(item => (
                  <Disclosure
                    key={item.id}
                    id={item.id}
                    summary={item.title}
                    open={search.trim().length > 2 || undefined}
                  >
                    <RichText html={item.html} />
                  </Disclosure>
                ))}
              </div>
            </section>
          ))}
        </div>
      )}
      {count > 0 && (
        <p className={css.else}>
          Something else? <Link to="/contact">Write to us</Link> or call{' '}
          <a href={`tel:${company.phone}`} className="mono">
            {company.phone}
          </a>
          .
        </p>
      )}
    </div>
  )
}
