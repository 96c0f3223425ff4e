/** A screen of its own within the page, with the page's style sheets: what stands in it is laid out as on a screen of that size. Only to be looked at. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

type Props = {
  title: string
  theme: 'light' | 'dark'
  className?: string | undefined
  /** Given the body of the frame, for what has to know where it stands. */
  children: (body: HTMLElement) => ReactNode
}

const empty = '<!doctype html><html lang="en"></html>'
const styles = 'link[rel="stylesheet"], style'

/** Also those that come later, with a part that is loaded when it is shown. */
const followStyles = (frame: Document): (() => void) => {
  const copy = (nodes: Iterable<Node>) => {
    for (const node of nodes)
      if (node instanceof Element && node.matches(styles)) frame.head.append(node.cloneNode(true))
  }
  copy(document.querySelectorAll(styles))
  const watcher = new MutationObserver(changes => {
    for (const { addedNodes } of changes) copy(addedNodes)
  })
  watcher.observe(document.head, { childList: true })
  return () => watcher.disconnect()
}

export const PreviewFrame = ({ title, theme, className, children }: Props) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement>()
  useEffect(() => {
    const element = frame.current
    let stop: (() => void) | undefined
    const begin = () => {
      const page = element?.contentDocument
      // An empty page stands there until ours has come.
      if (page?.URL !== 'about:srcdoc' || page.readyState !== 'complete') return
      stop?.()
      stop = followStyles(page)
      page.documentElement.dataset.theme = theme
      setBody(page.body)
    }
    begin()
    element?.addEventListener('load', begin)
    return () => {
      element?.removeEventListener('load', begin)
      stop?.()
    }
  }, [theme])
  return (
    <>
      <iframe ref={frame} title={title} srcDoc={empty} inert className={className} />
      {body && createPortal(children(body), body)}
    </>
  )
}
