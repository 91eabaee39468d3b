import { expect, test } from 'vitest';
import { formOf } from '../../src/discord/form.ts';

/** What Discord would read of a message with files. */
const read = ({ body, type }: ReturnType<typeof formOf>): Promise<FormData> =>
  new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();

test('a form holds the JSON and every file, byte by byte', async () => {
  const json = { content: 'Straße 日本\r\n--x', attachments: [{ id: 0, filename: 'a.png' }] };
  // What might be taken for the end of a part.
  const odd = Buffer.from('\r\n--\r\n"\0\xff', 'latin1');
  const files = [
    { name: 'a.png', data: odd },
    { name: 'b.gif', data: Buffer.alloc(0) },
    { name: 'c".json', data: '{"ü":1}' },
  ];
  const form = await read(formOf(json, files));
  expect([...form.keys()]).toEqual(['files[0]', 'files[1]', 'files[2]', 'payload_json']);
  expect(JSON.parse(String(form.get('payload_json')))).toEqual(json);
  const [first, second, third] = files.map((_, i) => form.get(`files[${i}]`) as File);
  expect(first).toMatchObject({ name: 'a.png', type: 'image/png' });
  expect(Buffer.from(await first!.arrayBuffer()).equals(odd)).toBe(true);
  expect(second).toMatchObject({ name: 'b.gif', type: 'image/gif', size: 0 });
  expect(third).toMatchObject({ name: 'c".json', type: 'application/octet-stream' });
  expect(await third!.text()).toBe('{"ü":1}');
});

test('no two forms have one boundary', () => {
  const types = Array.from({ length: 50 }, () => formOf({}, []).type);
  expect(new Set(types).size).toBe(50);
});
