import fc from 'fast-check'
import { expect, test } from 'vitest'

import { sanitizeSvg } from './sanitize-svg.server.ts'

const wrap = (inner: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"${attributes}>${inner}</svg>`

test('shapes, gradients and styles stay', () => {
  const inner =
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"></stop></linearGradient></defs><style>.a{fill:url(#g)}</style><path class="a" d="M0 0h40v10z"></path><use href="#g"></use>'
  expect(sanitizeSvg(wrap(inner))).toEqual({ svg: wrap(inner), width: 40, height: 10 })
})

test('what editors leave behind goes', () => {
  const text = `<?xml version="1.0"?><!-- made by hand --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">${wrap(
    '<metadata><rdf:RDF>x</rdf:RDF></metadata><sodipodi:namedview pagecolor="#fff"/><path d="M0 0h4v4z" inkscape:label="x"/>',
  )}`
  expect(sanitizeSvg(text)).toEqual({ svg: wrap('<path d="M0 0h4v4z"></path>'), width: 40, height: 10 })
})

test.each([
  ['<script>alert(1)</script>'],
  ['<SCRIPT>alert(1)</SCRIPT>'],
  ['<svg:script>alert(1)</svg:script>'],
  ['<path onclick="alert(1)"/>'],
  ['<g><path ONLOAD="alert(1)"/></g>'],
  ['<image href="https://evil.example/x.png"/>'],
  ['<use href="https://evil.example/x.svg#a"/>'],
  ['<use xlink:href="data:image/svg+xml;base64,AAAA"/>'],
  ['<a href="#x"><path d="M0 0"/></a>'],
  ['<foreignObject><body/></foreignObject>'],
  ['<animate attributeName="href" to="javascript:alert(1)"/>'],
  ['<style>@import "https://evil.example/x.css";</style>'],
  ['<style>@\\69mport "x.css"</style>'],
  ['<path style="fill:url(https://evil.example/x)"/>'],
  ['<path style="fill:u/**/rl(https://evil.example/x)"/>'],
  ['<path fill="url( &quot;//evil.example/x&quot; )"/>'],
  ['<path style="fill:image-set(&quot;https://evil.example/x&quot;)"/>'],
])('%s is refused with a sentence', inner => {
  expect(sanitizeSvg(wrap(inner))).toMatchObject({ fault: expect.stringMatching(/^In this SVG .*try again\.$/) })
})

test.each([
  ['<!DOCTYPE svg [<!ENTITY x "y">]><svg viewBox="0 0 1 1">&x;</svg>', /entities/],
  ['<html><svg viewBox="0 0 1 1"/></html>', /not an SVG/],
  ['', /not an SVG/],
  ['<svg><path d="M0 0"/></svg>', /no size/],
])('%s is refused', (text, sentence) => {
  expect(sanitizeSvg(text)).toEqual({ fault: expect.stringMatching(sentence) })
})

test('no input gives an active element, an event handler or another address', () => {
  const pieces = fc.constantFrom(
    '<script>',
    '</script>',
    '<path onload=x ',
    'href="javascript:x"',
    '<g>',
    '</g>',
    '<style>',
    '</style>',
    'url(',
    '//x)',
    '"',
    "'",
    '&lt;',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '/>',
    '>',
    'x',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), parts => {
      const result = sanitizeSvg(wrap(parts.join('')))
      if ('fault' in result) return
      expect(result.svg).not.toMatch(/<script|<[^>]*(?:\son\w+=|javascript:|url\((?!#))|<style>[^<]*url\((?!#)/i)
    }),
  )
})
