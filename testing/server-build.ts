/** React Router's server build, made from the sources without a bundler, so that tests can request complete pages. */
import path from 'node:path'

import type { RouteConfigEntry } from '@react-router/dev/routes'
import {
  UNSAFE_withComponentProps as withComponentProps,
  UNSAFE_withErrorBoundaryProps as withErrorBoundaryProps,
  type ServerBuild,
} from 'react-router'

import buildConfig from '../react-router.config.ts'
import * as serverEntry from '../src/entry.server.tsx'
import pageRoutes from '../src/routes.ts'

type ServerRoute = NonNullable<ServerBuild['routes'][string]>
type RouteFile = Omit<ServerRoute, 'module'> & { file: string }

const listRoutes = (entries: readonly RouteConfigEntry[], parentId: string): RouteFile[] =>
  entries.flatMap(({ file, id = file.replace(/\.tsx$/, ''), path: pattern, index, children = [] }) => [
    { id, parentId, file, ...(pattern && { path: pattern }), ...(index && { index }) },
    ...listRoutes(children, id),
  ])

type RouteModule = Omit<ServerRoute['module'], 'default' | 'ErrorBoundary'> & {
  default: Parameters<typeof withComponentProps>[0]
  ErrorBoundary?: Parameters<typeof withErrorBoundaryProps>[0]
}

const SOURCES = path.resolve(import.meta.dirname, '..', buildConfig.appDirectory)

/** Imports a route. As in a build, its components get their data as props. */
const loadModule = async (file: string): Promise<ServerRoute['module']> => {
  const module = (await import(/* @vite-ignore */ path.join(SOURCES, file))) as RouteModule
  const { default: Component, ErrorBoundary } = module
  return {
    ...module,
    default: withComponentProps(Component),
    ErrorBoundary: ErrorBoundary && withErrorBoundaryProps(ErrorBoundary),
  }
}

const loadedRoutes: ServerRoute[] = await Promise.all(
  [{ id: 'root', path: '', file: 'root.tsx' }, ...listRoutes(pageRoutes, 'root')].map(async ({ file, ...route }) => ({
    ...route,
    module: await loadModule(file),
  })),
)

/** The manifest for the browser. Nothing loads its scripts. */
const browserRoutes = loadedRoutes.map(({ module, ...route }) => ({
  ...route,
  module: '/page.js',
  hasAction: Boolean(module.action),
  hasLoader: Boolean(module.loader),
  hasClientAction: false,
  hasClientLoader: false,
  hasClientMiddleware: false,
  hasErrorBoundary: Boolean(module.ErrorBoundary),
  clientActionModule: undefined,
  clientLoaderModule: undefined,
  clientMiddlewareModule: undefined,
  hydrateFallbackModule: undefined,
}))

export const entry = { module: serverEntry }
export const routes = Object.fromEntries(loadedRoutes.map(route => [route.id, route]))
export const assets: ServerBuild['assets'] = {
  entry: { imports: [], module: '/entry.js' },
  routes: Object.fromEntries(browserRoutes.map(route => [route.id, route])),
  url: '/manifest.js',
  version: '1',
}
export const publicPath = '/'
export const assetsBuildDirectory = ''
export const future = {}
export const ssr = true
export const isSpaMode = false
export const prerender: string[] = []
export const routeDiscovery = { mode: 'initial', manifestPath: '/__manifest' } as const
