import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inline } from '../../src/playground/page/inline.ts';
import { markdown } from '../../src/playground/page/markdown.ts';
import type { Block, Inline } from '../../src/playground/page/markup.ts';

/** A tree as short text: `strong(a em(b))`. */
const short = (nodes: readonly (Inline | Block | readonly Block[])[]): string => nodes.map(one).join('');
const one = (node: Inline | Block | readonly Block[]): string => {
  if (Array.isArray(node)) return `{${short(node)}}`;
  const each = node as Inline | Block;
  switch (each.type) {
    case 'text':
      return each.text;
    case 'break':
      return '⏎';
    case 'code':
      return `code(${each.text})`;
    case 'fence':
      return `fence:${each.language}(${each.text})`;
    case 'link':
      return `link<${each.href}>(${short(each.children)})`;
    case 'time':
      return `time(${each.at} ${each.style})`;
    case 'everyone':
      return `everyone(${each.name})`;
    case 'emoji':
    case 'command':
      return `${each.type}(${each.name} ${each.id})`;
    case 'user':
    case 'role':
    case 'channel':
      return `${each.type}(${each.id})`;
    case 'list':
      return `list${each.start ?? ''}[${short(each.items)}]`;
    case 'heading':
      return `h${each.level}(${short(each.children)})`;
    default:
      return `${each.type}(${short(each.children)})`;
  }
};

const within = (text: string) => short(inline(text));
const whole = (text: string) => short(markdown(text));

describe('marks within a line', () => {
  it.each([
    ['**Skip 2** now', 'strong(Skip 2) now'],
    ['*a* _b_', 'em(a) em(b)'],
    ['__a__ ~~b~~ ||c||', 'underline(a) strike(b) spoiler(c)'],
    ['***x***', 'strong(em(x))'],
    ['**a *b***', 'strong(a em(b))'],
    ['*a **b***', 'em(a strong(b))'],
    ['__*a*__', 'underline(em(a))'],
    ['**a\nb**', 'strong(a⏎b)'],
    ['🥇 **Ann 35**', '🥇 strong(Ann 35)'],
  ])('%j', (text, tree) => expect(within(text)).toBe(tree));

  it.each(['snake_case_word', '2 * 3 * 4', '**', '****', '~~', '** **', '_ a_', 'a*', '`', '||', '__ __'])(
    '%j is only text',
    (text) => expect(within(text)).toBe(text),
  );

  it('leaves what code says alone', () => {
    expect(within('`**a** <@1>`')).toBe('code(**a** <@1>)');
    expect(within('``a`b``')).toBe('code(a`b)');
    expect(within('**a `**` b**')).toBe('strong(a code(**) b)');
  });

  it('a backslash makes a mark a character, and stays before a letter', () => {
    expect(within('\\*a\\* \\<@1> \\_ \\\\ \\n')).toBe('*a* <@1> _ \\ \\n');
    expect(within('**a\\*\\*b**')).toBe('strong(a**b)');
    expect(within('\\[a](https://b.c)')).toContain('[a](');
  });
});

describe('mentions, times, emoji', () => {
  it('reads what stands in angle signs', () => {
    expect(within('<@12> <@!13> <@&14> <#15>')).toBe('user(12) user(13) role(14) channel(15)');
    expect(within('</metrox new:99> <:gold:7> <a:run:8>')).toBe(
      'command(metrox new 99) emoji(gold 7) emoji(run 8)',
    );
    expect(within('closes <t:1700000000:R>')).toBe('closes time(1700000000 R)');
    expect(within('<t:1700000000>')).toBe('time(1700000000 f)');
  });

  it('names everyone as a node of its own, so that it may stay inert', () => {
    expect(within('@everyone @here')).toBe('everyone(everyone) everyone(here)');
    expect(within('@everyones')).toBe('@everyones');
  });

  it.each([
    '<@abc>',
    '<t:x:R>',
    '<t:9999999999999:R>',
    '<t:1:Z>',
    '<#>',
    '<script>alert(1)</script>',
    '</ :1>',
  ])('%j is only text', (text) => expect(within(text)).toBe(text));
});

describe('links', () => {
  it('bare ones end where the sentence goes on', () => {
    expect(within('see https://a.b/c_d_e, ok')).toBe('see link<https://a.b/c_d_e>(https://a.b/c_d_e), ok');
    expect(within('(https://a.b/c)')).toBe('(link<https://a.b/c>(https://a.b/c))');
    expect(within('https://a.b/c_(d).')).toBe('link<https://a.b/c_(d)>(https://a.b/c_(d)).');
    expect(within('<https://a.b/c>')).toBe('link<https://a.b/c>(https://a.b/c)');
  });

  it('masked ones', () => {
    expect(within('[open **it**](https://a.b/c)')).toBe('link<https://a.b/c>(open strong(it))');
    expect(within('[a [b]](https://a.b/)')).toBe('link<https://a.b/>(a [b])');
    expect(within('[a](<https://a.b/x>)')).toBe('link<https://a.b/x>(a)');
  });

  it.each([
    '[a](javascript:alert(1))',
    '[a](data:text/html,x)',
    '[a] (https',
    '[a]()',
    '[](x)',
    'javascript:alert(1)',
  ])('%j is only text', (text) => expect(within(text)).toBe(text));

  it('refuses words that pretend to be another address', () => {
    expect(within('[https://good.example](https://bad.example)')).toBe(
      '[link<https://good.example/>(https://good.example)](link<https://bad.example/>(https://bad.example))',
    );
  });
});

describe('blocks', () => {
  it.each([
    ['# a\n## b\n### c\n#### d', 'h1(a)h2(b)h3(c)paragraph(#### d)'],
    ['#a\n#', 'paragraph(#a⏎#)'],
    ['-# Round 7 · *x*', 'small(Round 7 · em(x))'],
    ['## T\ntext\nmore', 'h2(T)paragraph(text⏎more)'],
    ['a\n# b', 'paragraph(a)h1(b)'],
    ['a\n\nb', 'paragraph(a⏎⏎b)'],
    ['> a\n> **b**\nc', 'quote(paragraph(a⏎strong(b)))paragraph(c)'],
    ['> ## a\n> > b', 'quote(h2(a)paragraph(> b))'],
    ['x\n>>> a\n# b', 'paragraph(x)quote(paragraph(a)h1(b))'],
    ['>a', 'paragraph(>a)'],
    ['\\# a', 'paragraph(# a)'],
    ['a # b', 'paragraph(a # b)'],
    ['```js\n**x**\n```', 'fence:js(**x**)'],
    ['a ```b``` c', 'paragraph(a )fence:(b)paragraph( c)'],
    ['a\n```\n# b\n\nc\n```\n# d', 'paragraph(a)fence:(# b\n\nc)h1(d)'],
    ['```\nopen', 'paragraph(```⏎open)'],
  ])('%j', (text, tree) => expect(whole(text)).toBe(tree));

  it('lists, with what is indented below', () => {
    expect(whole('- a\n- b')).toBe('list[{paragraph(a)}{paragraph(b)}]');
    expect(whole('* a\n  - b\n  - c\n* d')).toBe(
      'list[{paragraph(a)list[{paragraph(b)}{paragraph(c)}]}{paragraph(d)}]',
    );
    expect(whole('3. a\n4. b\nc')).toBe('list3[{paragraph(a)}{paragraph(b)}]paragraph(c)');
    expect(whole('1\\. a\n-b\n- ')).toBe('paragraph(1. a⏎-b⏎- )');
    expect(whole('- a\n  more')).toBe('list[{paragraph(a⏎more)}]');
  });

  it('reads the table of a round', () => {
    expect(whole('🚇 **Round 7 · Skip 2** · your move, <@1> <@2>\n🏁 **F** is complete: Ben takes 2.')).toBe(
      'paragraph(🚇 strong(Round 7 · Skip 2) · your move, user(1) user(2)⏎🏁 strong(F) is complete: Ben takes 2.)',
    );
  });
});

describe('whatever is written', () => {
  const letters = fc
    .array(
      fc.constantFrom(...'*_~|`>#-[](){}<>@:/\\ \nab1.t'.split(''), '```', 'https://a.b', '<@1>', '<t:1:R>'),
      { maxLength: 60 },
    )
    .map((parts) => parts.join(''));

  it('never fails, keeps what comes first, and links only to web addresses', () => {
    fc.assert(
      fc.property(letters, (text) => {
        const tree = JSON.stringify(markdown(`x${text}`));
        expect(tree).toMatch(/"text":"x/);
        for (const href of tree.matchAll(/"href":"([^"]*)"/g)) expect(href[1]).toMatch(/^https?:/);
      }),
      { numRuns: 2000 },
    );
  });

  it('stays quick with the longest and worst text', () => {
    const worst = ['*', '_', '**_', '||~~', '[', '[a](', '`', '<', '> ', '- ', '\\', '**__~~||'];
    for (const part of worst) {
      const start = performance.now();
      markdown(part.repeat(Math.ceil(4000 / part.length)).slice(0, 4000));
      expect(performance.now() - start).toBeLessThan(1500);
    }
  });
});
