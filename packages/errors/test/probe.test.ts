it('runs', () => { expect(process.env['TEST_POSTGRES_URL']).toMatch(/^postgres/); });
