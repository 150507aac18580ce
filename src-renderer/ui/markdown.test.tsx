import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { MarkdownRender } from './markdown-render.tsx'

const words = {
  imageFrom: (host: string) => `image from ${host} not loaded`,
  imageHere: 'image not loaded',
  copyLink: 'Copy the address',
}

const show = (text: string) => render(<MarkdownRender text={text} words={words} />).container

afterEach(cleanup)

describe('untrusted Markdown (S12)', () => {
  it('fetches no picture and says where it would have come from', () => {
    const page = show('![secret](http://127.0.0.1:9/p?d=SECRET) ![](data:image/svg+xml,x)')
    expect(page.querySelector('img, svg image, source, link')).toBeNull()
    expect(page.textContent).toContain('image from 127.0.0.1:9 not loaded')
  })

  it('drops HTML, with what it would have done', () => {
    const page = show(
      '<img src=x onerror=alert(1)><script>alert(1)</script><style>a{background:url(x)}</style>ok',
    )
    expect(page.querySelector('img, script, style, iframe')).toBeNull()
  })

  it('makes a link of https only, and shows its host', () => {
    const page = show(
      '[safe](https://docs.example/a) [other](http://intranet/x) [bad](javascript:alert(1)) [file](file:///etc/passwd)',
    )
    const links = [...page.querySelectorAll('a')]
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://docs.example/a'])
    expect(links[0]?.target).toBe('_blank')
    expect(page.textContent).toContain('docs.example')
    expect(screen.getByRole('button', { name: /other/ }).title).toBe('Copy the address: http://intranet/x')
  })
})
