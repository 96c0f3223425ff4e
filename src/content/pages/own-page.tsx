/** A page that the owner wrote. */
import { redirect } from 'react-router'

import { RichText } from '#ui/rich-text.tsx'

import { contentPageMeta, loadContentPage } from '../load-content-page.ts'
import type { Route } from './+types/own-page'

import css from './own-page.module.css'

export const loader = async (args: Route.LoaderArgs) => {
  const page = await loadContentPage(args, args.params.slug)
  // A page that every shop has is at a path of its own.
  if (page.path !== args.url.pathname) throw redirect(page.path)
  return { page }
}

export const meta = (args: Route.MetaArgs) => contentPageMeta(`/pages/${args.params.slug}`, args)

export default function OwnPage({ loaderData: { page } }: Route.ComponentProps) {
  const { title, document } = page
  return (
    <article className={css.page}>
      <h1>{title}</h1>
      <div className={css.text}>
        <RichText html={document.html} />
        {document.sections.map(section => (
          <section key={section.id} aria-labelledby={section.id}>
            <h2 id={section.id}>{section.title}</h2>
            <RichText html={section.html} />
            {section.items.map(item => (
              <section key={item.id} aria-labelledby={item.id}>
                <h3 id={item.id}>{item.title}</h3>
                <RichText html={item.html} />
              </section>
            ))}
          </section>
        ))}
      </div>
    </article>
  )
}
