/** Text that the server rendered from Markdown. Its links to pages of the shop navigate without a reload. */
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'

import { cx } from './cx.ts'

import css from './rich-text.module.css'

export const RichText = ({ html, className }: { html: string; className?: string | undefined }) => {
  const container = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  useEffect(() => {
    const element = container.current
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const isPlainClick = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      const to = link?.getAttribute('href')
      if (!to?.startsWith('/') || !isPlainClick || event.defaultPrevented) return
      event.preventDefault()
      void navigate(to)
    }
    element?.addEventListener('click', follow)
    return () => element?.removeEventListener('click', follow)
  }, [navigate])
  // The server escapes everything but the elements of Markdown.
  return <div ref={container} className={cx(css.text, className)} dangerouslySetInnerHTML={{ __html: html }} />
}
