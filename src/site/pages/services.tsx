/** The footage research page. Its form is a dialog that any page can open. */
import { Link } from 'react-router'

import { listClips } from '#catalog/contract.ts'
import { selectReelShots } from '#catalog/reel-shots.ts'
import { Reel } from '#catalog/reel.tsx'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { getPageCompany } from '#platform/settings/company-context.ts'
import { ButtonLink } from '#ui/button.tsx'

import type { Route } from './+types/services'

import spread from '../parts/spread.module.css'
import css from './services.module.css'

export const loader = async (args: Route.LoaderArgs) => {
  const { data } = await callForPage(args, listClips, { query: { sort: 'popular', per_page: '24' } })
  // Reversed, so that the first shot differs from the home page's.
  return { shots: selectReelShots(data, { byline: true }).toReversed() }
}

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, {
    title: 'Services',
    description: `Describe the shot; ${getPageCompany(page.matches).name}’s researchers find it and deliver it to your account within 1 business day, free of charge.`,
    image: loaderData?.shots[0]?.thumbs.find(({ type }) => type === 'image/jpeg'),
    breadcrumbs: [{ name: 'Services', path: '/services' }],
  })

const steps = [
  {
    title: 'Describe it',
    text: 'The shot, the mood, the frame rate, the project, the day you need it. A line from the script will do.',
  },
  {
    title: 'We look',
    text: 'Our researchers know every shoot in the library. They watch the footage; they don’t just match keywords.',
  },
  {
    title: 'You watch',
    text: 'Within 1 business day the selection is in your account: comps to cut with, prices to read, alternatives beside.',
  },
  {
    title: 'You license what you use',
    text: 'The research is free of charge. If nothing fits, you owe nothing and we say so.',
  },
] as const

const otherServices = [
  {
    title: 'Buyouts and volume',
    text: 'All media for one campaign, or hundreds of clips for a series: a quote with its own terms.',
    to: '/contact?topic=buyout',
    label: 'Ask for a quote',
  },
  {
    title: 'Rights and clearance',
    text: 'Which releases a clip has, what a use needs, and documents for your legal department.',
    to: '/contact?topic=licensing',
    label: 'Ask about a license',
  },
  {
    title: 'For your tools',
    text: 'Everything this site does is a documented API: search, prices, carts, downloads.',
    to: '/api/docs',
    label: 'Read the API',
  },
] as const

export default function Services({ loaderData: { shots } }: Route.ComponentProps) {
  return (
    <>
      <Reel shots={shots} className={css.screen}>
        <div className={css.words}>
          <h1>We find your footage.</h1>
          <p>Describe the shot. We’ll have options in your account within one business day.</p>
          <FindMyFootage />
        </div>
      </Reel>
      <div className={spread.page}>
        <section className={spread.section} aria-labelledby="how">
          <h2 id="how">How research works</h2>
          <ol className={css.steps}>
            {steps.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </section>
        <section className={spread.section} aria-labelledby="else">
          <h2 id="else">What else we do</h2>
          <ul className={css.others}>
            {otherServices.map(({ title, text, to, label }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}

const FindMyFootage = () => (
  <ButtonLink to="?modal=footageResearch" kind="primary" size="xl" preventScrollReset>
    Find My Footage
  </ButtonLink>
)
