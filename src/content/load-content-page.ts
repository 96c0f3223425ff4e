/** Loads content pages, for loaders, and describes them, for meta functions. */
import { callForPage, pageMeta } from '#platform/http/page.ts'

import { getContentPage, type ContentPage } from './contract.ts'

type LoaderArgs = Parameters<typeof callForPage>[0]

/** Loads the version in effect, or the one that `?version=` names. */
export const loadContentPage = async (args: LoaderArgs, slug: string): Promise<ContentPage> => {
  const version = args.url.searchParams.get('version')
  const isNumber = version !== null && /^\d{1,9}$/.test(version)
  const { data } = await callForPage(args, getContentPage, {
    params: { slug },
    query: isNumber ? { version } : {},
  })
  return data
}

type MetaArgs = Parameters<typeof pageMeta>[0] & { loaderData: { page: ContentPage } | undefined }
type PageHead = Omit<Parameters<typeof pageMeta>[1], 'title'> & { title?: string }

/** Search engines index the version in effect alone. */
export const contentPageMeta = (path: string, { loaderData, ...args }: MetaArgs, head: PageHead = {}) => {
  const title = head.title ?? loaderData?.page.title ?? 'Page'
  return pageMeta(args, {
    ...head,
    title,
    description: loaderData?.page.description,
    path,
    noindex: loaderData?.page.version.is_current === false,
    breadcrumbs: [{ name: title, path }],
  })
}
