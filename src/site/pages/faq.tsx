import { Search, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'

import { brand } from '#platform/brand.ts'
import { pageMeta } from '#platform/http/page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { IconButton } from '#ui/icon-button.tsx'

import { faq, findQuestions } from '../parts/faq.ts'
import type { Route } from './+types/faq'

import spread from '../parts/spread.module.css'
import css from './faq.module.css'

const buildFaqJsonLd = () => ({
  '@type': 'FAQPage',
  mainEntity: faq
    .flatMap(({ questions }) => questions)
    .map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
})

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, {
    title: 'Frequent questions',
    description: `How ${brand.name} works: searching, comps, licenses and prices, paying, files, teams.`,
    breadcrumbs: [{ name: 'Frequent questions', path: '/faq' }],
    structuredData: () => [buildFaqJsonLd()],
  })

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

export default function Faq() {
  const [params] = useSearchParams()
  const [search, setSearch] = useState(params.get('q') ?? '')
  useQuestionFromHash()
  const groups = findQuestions(faq, search)
  const count = groups.reduce((sum, { questions }) => sum + questions.length, 0)
  return (
    <div className={spread.page}>
      <header className={spread.head}>
        <h1>Good question.</h1>
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
          {groups.map(({ title, questions }) => (
            <section key={title} className={css.group} aria-labelledby={toAnchor(title)}>
              <h2 id={toAnchor(title)}>{title}</h2>
              <div>
                {questions.map(({ id, question, answer, more }) => (
                  <Disclosure key={id} id={id} summary={question} open={search.trim().length > 2 || undefined}>
                    <p>{answer}</p>
                    {more && (
                      <p className={css.more}>
                        <Link to={more.to}>{more.label}</Link>
                      </p>
                    )}
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
          <a href={`tel:${brand.phone}`} className="mono">
            {brand.phone}
          </a>
          .
        </p>
      )}
    </div>
  )
}

const toAnchor = (title: string) => title.toLowerCase().replaceAll(' ', '-')
