/** When a page of results asks the server anew. */
import type { ShouldRevalidateFunctionArgs } from 'react-router'

import { browsePath, readBrowse } from '../filters.ts'

/** Opening and closing the sheet of filters asks for nothing anew. */
export const revalidateSearch = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) => {
  const same = (url: URL) => browsePath({ ...readBrowse(url.searchParams), page: 1 })
  const moved = currentUrl.pathname !== nextUrl.pathname || same(currentUrl) !== same(nextUrl)
  return (moved || currentUrl.hash === nextUrl.hash) && defaultShouldRevalidate
}
