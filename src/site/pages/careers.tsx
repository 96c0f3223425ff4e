/** The careers page: how we work and how to apply. It lists no openings, because such a list goes stale. */
import { Link } from 'react-router'

import { listClips } from '#catalog/contract.ts'
import { selectReelShots } from '#catalog/reel-shots.ts'
import { Reel } from '#catalog/reel.tsx'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { getPageCompany, useCompany } from '#platform/settings/company-context.ts'
import { ButtonLink } from '#ui/button.tsx'

import type { Route } from './+types/careers'

import spread from '../parts/spread.module.css'
import css from './careers.module.css'

export const loader = async (args: Route.LoaderArgs) => {
  const { data } = await callForPage(args, listClips, { query: { sort: 'duration', per_page: '24' } })
  return { shots: selectReelShots(data, { byline: true }) }
}

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, {
    title: 'Careers',
    description: `How we work at ${getPageCompany(page.matches).name}, and how to reach us when no role is open.`,
    image: loaderData?.shots[0]?.thumbs.find(({ type }) => type === 'image/jpeg'),
    breadcrumbs: [{ name: 'Careers', path: '/careers' }],
  })

const principles = [
  {
    title: 'The footage comes first',
    text: 'Everyone who works here watches it: the people who answer, the people who build. If a page hides the picture, the page is wrong.',
  },
  {
    title: 'A person answers',
    text: 'Within one business day, by name, with an answer rather than a form. Research is done by eyes, and free of charge.',
  },
  {
    title: 'We say how it came to be',
    text: 'Prices are public, with their reasons. So do our decisions: each one that matters is written down, with what it costs us.',
  },
  {
    title: 'Small, and finished',
    text: 'We would rather do one thing whole than three halves. Done means that it holds when two people press at once, and works by keyboard.',
  },
] as const

export default function Careers({ loaderData: { shots } }: Route.ComponentProps) {
  const company = useCompany()
  return (
    <>
      <Reel shots={shots} className={css.screen}>
        <header className={css.words}>
          <h1>Work on the long take.</h1>
          <p>
            {company.name} is made by people who care how footage is found, cut and credited. Here is how we work, so
            that you know whether you would like it.
          </p>
        </header>
      </Reel>
      <div className={spread.page}>
        <section className={spread.section} aria-labelledby="ways">
          <h2 id="ways">How we work</h2>
          <ul className={css.ways}>
            {principles.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>
        <section className={spread.section} aria-labelledby="positions">
          <h2 id="positions">Open positions</h2>
          <div className={spread.prose}>
            <p>No open roles right now.</p>
            <p>
              Think we should know you anyway? Write a few lines: what you make, where we can see it, and what you’d
              change here first. A person reads it and answers.
            </p>
            <p>
              Shoot footage? See <Link to="/contact?topic=contributor">becoming a contributor</Link>.
            </p>
            <p className={css.write}>
              <ButtonLink to="/contact?topic=career" kind="primary" size="xl">
                Write to us
              </ButtonLink>
            </p>
          </div>
        </section>
      </div>
    </>
  )
}
